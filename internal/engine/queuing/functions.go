package queuing

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

// maxFunctions bounds how many functions a variable may hold of which each is followed.
const maxFunctions = 8

// references returns the functions that a value may be, nil if one of them is not read or others may be among them: code outside the
// package may set what is exported. A call is followed once for each way that comes to it.
func (p *program) references(v ssa.Value) []reference {
	return memo.Of(p.refs, v, func() []reference { return p.findReferences(v) })
}

func (p *program) findReferences(v ssa.Value) []reference {
	var list []reference
	seen := make(map[ssa.Value]bool)
	complete := true
	var follow func(v ssa.Value)
	follow = func(v ssa.Value) {
		if v = source(v); seen[v] || !complete {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Function:
			if x.Origin() != nil {
				x = x.Origin()
			}
			list = append(list, reference{fn: x})
			complete = p.relevant[x]
		case *ssa.MakeClosure:
			ref := p.closure(x)
			list = append(list, ref)
			complete = p.relevant[ref.fn] // not so for an interface's method
		case *ssa.Phi:
			for _, e := range x.Edges {
				follow(e)
			}
		case *ssa.Call: // of a function that makes one
			if made := x.Call.StaticCallee(); made == nil || len(made.Blocks) == 0 {
				complete = false
			} else {
				for ret := range ssacode.All[*ssa.Return](made) {
					follow(ret.Results[0])
				}
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
	index := slices.Index(fn.Params, param)
	for _, caller := range p.funcs {
		for call := range ssacode.All[ssa.CallInstruction](caller) {
			c := call.Common()
			if to := c.StaticCallee(); to != nil && (to == fn || to.Origin() == fn) && index < len(c.Args) {
				list = append(list, c.Args[index])
			}
		}
	}
	return list, fn.Object() != nil && (!fn.Object().Exported() || p.pass.Pkg.Name() == "main")
}

// storedIn returns what the package puts into a field. All reports whether these are all the values that it may have.
func (p *program) storedIn(field *types.Var) (list []ssa.Value, all bool) {
	if field.Pkg() != p.pass.Pkg || field.Exported() && p.pass.Pkg.Name() != "main" {
		return nil, false
	}
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
				default:
					return nil, false
				}
			}
		}
	}
	return list, len(list) > 0
}
