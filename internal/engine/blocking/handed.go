package blocking

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// A handed tells as which interfaces a package hands out its types. Where two interfaces have the same methods, each type
// implements both, and only this tells which of them it is made for.
type handed struct {
	As   map[string][]symbol.Name // of its own types, by name
	Made []symbol.Name            // the interfaces as which it hands out any of them
}

// other reports whether a type is known to be handed out as other interfaces only, while types beside it are as this one.
func (h handed) other(typ string, iface symbol.Name) bool {
	return iface != "" && len(h.As[typ]) > 0 && !slices.Contains(h.As[typ], iface) && slices.Contains(h.Made, iface)
}

// handedOut finds out how a package's types are handed out: in struct literals, in results and in assignments.
func handedOut(pkg *types.Package, info *types.Info, files []*ast.File) handed {
	as := make(map[string]map[symbol.Name]bool)
	made := make(map[symbol.Name]bool)
	give := func(to types.Type, e ast.Expr) {
		if to == nil || !types.IsInterface(to) {
			return
		}
		named, ok := types.Unalias(code.Deref(info.TypeOf(e))).(*types.Named)
		if !ok || types.IsInterface(named) || named.Obj().Pkg() != pkg {
			return
		}
		name := named.Obj().Name()
		if as[name] == nil {
			as[name] = make(map[symbol.Name]bool)
		}
		withEmbedded(to, func(i symbol.Name) { as[name][i], made[i] = true, true })
	}
	for _, f := range files {
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if st, ok := code.Deref(info.TypeOf(n)).Underlying().(*types.Struct); ok {
					for i, e := range n.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok {
							if field := syntax.Var(info, kv.Key); field != nil {
								give(field.Type(), kv.Value)
							}
						} else if i < st.NumFields() {
							give(st.Field(i).Type(), e)
						}
					}
				}
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i := range n.Lhs {
						give(info.TypeOf(n.Lhs[i]), n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for _, v := range n.Values {
					if n.Type != nil {
						give(info.TypeOf(n.Type), v)
					}
				}
			case *ast.ReturnStmt:
				if sig := enclosing(info, stack); sig != nil && sig.Results().Len() == len(n.Results) {
					for i, e := range n.Results {
						give(sig.Results().At(i).Type(), e)
					}
				}
			}
			return true
		})
	}
	out := handed{As: make(map[string][]symbol.Name), Made: slices.Sorted(maps.Keys(made))}
	for name, list := range as {
		out.As[name] = slices.Sorted(maps.Keys(list))
	}
	return out
}

// enclosing returns the signature of the innermost function that a statement is in.
func enclosing(info *types.Info, stack []ast.Node) *types.Signature {
	for _, n := range slices.Backward(stack) {
		var t types.Type
		switch n := n.(type) {
		case *ast.FuncLit:
			t = info.TypeOf(n)
		case *ast.FuncDecl:
			if obj := info.Defs[n.Name]; obj != nil {
				t = obj.Type()
			}
		default:
			continue
		}
		sig, _ := t.(*types.Signature)
		return sig
	}
	return nil
}

// withEmbedded calls f for an interface that has a name and for those that it embeds.
func withEmbedded(t types.Type, f func(symbol.Name)) {
	if name := symbol.OfType(t); name.Package() != "" {
		f(name)
	}
	if it, ok := t.Underlying().(*types.Interface); ok {
		for e := range it.EmbeddedTypes() {
			withEmbedded(e, f)
		}
	}
}

// nameOfInterface returns the name of the interface that declares a method, "" if it has none.
func nameOfInterface(fn *types.Func) symbol.Name {
	return symbol.OfType(fn.Signature().Recv().Type())
}
