package blocking

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// other reports whether a type is known to be handed out as other interfaces only, while types beside it are as this one. Where two
// interfaces have the same methods, each type implements both, and only this tells which of them it is made for. sleeping/twins.
func (w *Waits) other(t *handedType, iface symbol.Name) bool {
	return iface != "" && len(t.As) > 0 && !slices.Contains(t.As, iface) && slices.Contains(w.Made, iface)
}

// handedOut finds out as which interfaces a package hands out its types, by name, and any of them: in struct literals, in results and in
// assignments.
func handedOut(pass *analysis.Pass) (as map[string][]symbol.Name, made []symbol.Name) {
	as = make(map[string][]symbol.Name)
	used(pass, (*ast.ValueSpec)(nil), func(of *types.TypeName, faces []symbol.Name) {
		if of.Pkg() == pass.Pkg {
			as[of.Name()] = append(as[of.Name()], faces...)
		}
	})
	for name, list := range as {
		slices.Sort(list)
		as[name] = slices.Compact(list)
		made = append(made, list...)
	}
	slices.Sort(made)
	return as, slices.Compact(made)
}

// used calls a function with each type with a name that a package uses as interfaces, and with these: what it puts into a field of a
// literal, assigns or returns, and what it does in nodes of one more type.
func used(pass *analysis.Pass, also ast.Node, do func(of *types.TypeName, faces []symbol.Name)) {
	info := pass.TypesInfo
	give := func(to types.Type, e ast.Expr) {
		of := code.TypeName(info.TypeOf(e))
		if of != nil && of.Pkg() != nil && to != nil && types.IsInterface(to) && !types.IsInterface(of.Type()) {
			do(of, withEmbedded(to))
		}
	}
	for at := range syntax.Preorder(pass, (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil), (*ast.ReturnStmt)(nil), also) {
		switch n := at.Node().(type) {
		case *ast.KeyValueExpr:
			if field := syntax.Var(info, n.Key); field != nil && field.IsField() {
				give(field.Type(), n.Value)
			}
		case *ast.AssignStmt:
			for i := 0; i < len(n.Lhs) && len(n.Lhs) == len(n.Rhs); i++ {
				give(info.TypeOf(n.Lhs[i]), n.Rhs[i])
			}
		case *ast.ValueSpec:
			for _, v := range n.Values {
				give(info.TypeOf(n.Names[0]), v)
			}
		case *ast.CallExpr:
			sig, ok := info.TypeOf(n.Fun).(*types.Signature)
			for i := 0; ok && i < len(n.Args) && sig.Params().Len() > 0; i++ {
				last := sig.Params().Len() - 1
				to := sig.Params().At(min(i, last)).Type()
				if list, is := to.(*types.Slice); is && sig.Variadic() && i >= last && !n.Ellipsis.IsValid() {
					to = list.Elem()
				}
				give(to, n.Args[i])
			}
		case *ast.ReturnStmt:
			if sig := enclosing(pass, at); sig != nil && sig.Results().Len() == len(n.Results) {
				for i, e := range n.Results {
					give(sig.Results().At(i).Type(), e)
				}
			}
		}
	}
}

// enclosing returns the signature of the innermost function that a statement is in.
func enclosing(pass *analysis.Pass, at inspector.Cursor) *types.Signature {
	for in := range at.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		var t types.Type
		switch n := in.Node().(type) {
		case *ast.FuncLit:
			t = pass.TypesInfo.TypeOf(n)
		case *ast.FuncDecl:
			t = pass.TypesInfo.TypeOf(n.Name)
		}
		sig, _ := t.(*types.Signature)
		return sig
	}
	return nil
}

// withEmbedded returns the names of an interface and of those that it embeds, as far as they have some.
func withEmbedded(t types.Type) (list []symbol.Name) {
	if name := symbol.OfType(t); name.Package() != "" {
		list = append(list, name)
	}
	if it, ok := t.Underlying().(*types.Interface); ok {
		for e := range it.EmbeddedTypes() {
			list = append(list, withEmbedded(e)...)
		}
	}
	return list
}

// nameOfInterface returns the name of the interface that declares a method, "" if it has none.
func nameOfInterface(fn *types.Func) symbol.Name {
	return symbol.OfType(fn.Signature().Recv().Type())
}

// literalOf returns the function literal that an expression is, also by way of a variable or converted; nil for any other.
func (w *walker) literalOf(e ast.Expr) *ast.FuncLit {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return e
	case *ast.CallExpr:
		if w.info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return w.literalOf(e.Args[0])
		}
	}
	return w.local[syntax.Var(w.info, e)]
}

// sameType reports whether a method that a field is given is one of the type that the walked method belongs to: passstate, syncs.
func (w *walker) sameType(method ast.Expr) bool {
	fn, ok := syntax.Object(w.info, method).(*types.Func)
	return ok && w.node.fn != nil && fn.Signature().Recv() != nil && w.node.fn.Signature().Recv() != nil &&
		types.Identical(fn.Signature().Recv().Type(), w.node.fn.Signature().Recv().Type())
}

// handsError reports whether a function of another package of the user's calls what it is handed before it returns: both return an error,
// which can only be known by then. sleeping, aside.
func (w *walker) handsError(fn *types.Func, arg ast.Expr) bool {
	lit := w.literalOf(arg)
	if lit == nil || fn.Pkg() == nil || known.Foundation(fn.Pkg().Path()) || !syntax.AnyType(fn.Signature().Results(), syntax.IsError) {
		return false
	}
	sig, ok := w.info.TypeOf(lit).(*types.Signature)
	return ok && syntax.AnyType(sig.Results(), syntax.IsError)
}

// falses returns which arguments are false, a constant, counted from 1.
func (w *walker) falses(args []ast.Expr) []int {
	var list []int
	for i, arg := range args {
		if v := w.info.Types[arg].Value; v != nil && v.Kind() == constant.Bool && !constant.BoolVal(v) {
			list = append(list, i+1)
		}
	}
	return list
}
