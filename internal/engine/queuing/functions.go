package queuing

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// maxFunctions bounds how many functions a variable may hold of which each is followed.
const maxFunctions = 8

// A reference is a function of the package that a variable may hold, with the variables that it has captured, its receiver among them.
type reference struct {
	fn       *ssa.Function
	captured []ssa.Value
	method   bool // with its receiver bound
}

// references returns the functions that a value may be, nil if one of them is not read or others may be among them: code outside the
// package may set what is exported.
func (p *program) references(v ssa.Value) []reference {
	list, done := p.refs[v]
	if !done {
		list = p.findReferences(v)
		p.refs[v] = list // a call is followed once for each way that comes to it
	}
	return list
}

func (p *program) findReferences(v ssa.Value) []reference {
	var list []reference
	seen := make(map[ssa.Value]bool)
	complete := true
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if seen[v] || !complete {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Function:
			list = append(list, reference{fn: x})
			complete = p.relevant[x]
		case *ssa.MakeClosure:
			ref := p.closure(x)
			list = append(list, ref)
			complete = p.relevant[ref.fn] // not so for an interface's method
		case *ssa.ChangeType:
			follow(x.X)
		case *ssa.Phi:
			for _, e := range x.Edges {
				follow(e)
			}
		case *ssa.Const: // nil: that call would panic
		case *ssa.Parameter:
			args, all := p.arguments(x)
			complete = complete && all
			for _, arg := range args {
				follow(arg)
			}
		case *ssa.UnOp:
			field, ok := x.X.(*ssa.FieldAddr)
			if !ok {
				complete = false
				return
			}
			values, all := p.storedIn(ways.Field(field.X.Type(), field.Field))
			complete = complete && all
			for _, stored := range values {
				follow(stored)
			}
		default:
			complete = false
		}
		complete = complete && len(list) <= maxFunctions
	}
	follow(v)
	if !complete {
		return nil
	}
	return list
}

// closure returns the function of a function literal or of a method with its receiver bound.
func (p *program) closure(made *ssa.MakeClosure) reference {
	fn, _ := made.Fn.(*ssa.Function)
	if method, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		return reference{fn: p.pkg.Prog.FuncValue(method), captured: made.Bindings, method: true}
	}
	return reference{fn: fn, captured: made.Bindings}
}

// arguments returns what the calls in the package hand to a function for a parameter. All reports whether these are all there are.
func (p *program) arguments(param *ssa.Parameter) (list []ssa.Value, all bool) {
	fn := param.Parent()
	obj, _ := fn.Object().(*types.Func)
	if obj == nil || obj.Exported() && p.pass.Pkg.Name() != "main" {
		return nil, false
	}
	index := slices.Index(fn.Params, param)
	for _, caller := range p.funcs {
		for call := range ssacode.All[ssa.CallInstruction](caller) {
			if c := call.Common(); ways.Called(c) == obj && !c.IsInvoke() && index < len(c.Args) {
				list = append(list, c.Args[index])
			}
		}
	}
	return list, len(list) == p.uses()[obj]
}

// storedIn returns what the package puts into a field. All reports whether these are all the values that it may have.
func (p *program) storedIn(field *types.Var) (list []ssa.Value, all bool) {
	if field.Pkg() != p.pass.Pkg || field.Exported() && p.pass.Pkg.Name() != "main" {
		return nil, false
	}
	loads := 0
	for _, fn := range p.funcs {
		for addr := range ssacode.All[*ssa.FieldAddr](fn) {
			if ways.Field(addr.X.Type(), addr.Field) != field {
				continue
			}
			for _, use := range *addr.Referrers() {
				switch use := use.(type) {
				case *ssa.Store:
					list = append(list, use.Val)
				case *ssa.UnOp:
					loads++
				default:
					return nil, false
				}
			}
		}
	}
	return list, len(list)+loads == p.uses()[field]
}

// uses returns how often the package names each of its functions and fields.
func (p *program) uses() map[types.Object]int {
	if p.named == nil {
		p.named = make(map[types.Object]int)
		for c := range syntax.Preorder(p.pass, (*ast.CompositeLit)(nil)) {
			p.namedInOrder(c.Node().(*ast.CompositeLit))
		}
		for ident, obj := range p.pass.TypesInfo.Uses {
			if ast.IsExported(ident.Name) && p.pass.Pkg.Name() != "main" {
				continue
			}
			switch obj := obj.(type) {
			case *types.Func:
				p.named[obj.Origin()]++
			case *types.Var:
				if obj.IsField() {
					p.named[obj.Origin()]++
				}
			}
		}
	}
	return p.named
}

// namedInOrder notes the fields of a struct that is written down without their names.
func (p *program) namedInOrder(lit *ast.CompositeLit) {
	t := p.pass.TypesInfo.TypeOf(lit)
	if t == nil || len(lit.Elts) == 0 {
		return
	}
	st, ok := code.Deref(t).Underlying().(*types.Struct)
	if _, names := lit.Elts[0].(*ast.KeyValueExpr); !ok || names {
		return
	}
	for n := range min(len(lit.Elts), st.NumFields()) {
		if f := st.Field(n); f.Pkg() == p.pass.Pkg {
			p.named[f.Origin()]++
		}
	}
}
