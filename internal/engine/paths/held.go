package paths

import (
	"go/token"
	"go/types"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"golang.org/x/tools/go/ssa"
)

// holderOf returns the holder that an address lies in.
func holderOf(addr ssa.Value) (holder, bool) {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		ptr, ok := a.X.Type().Underlying().(*types.Pointer)
		if !ok {
			return holder{}, false
		}
		return holder{types.TypeString(ptr.Elem(), nil), a.Field}, true
	case *ssa.IndexAddr:
		if ptr, ok := a.Type().Underlying().(*types.Pointer); ok {
			return holder{types.TypeString(ptr.Elem().Underlying(), nil), -1}, true
		}
	}
	return holder{}, false
}

// holders returns, for functions that return a Result, where the code of the package puts them.
func holders(funcs []*ssa.Function) map[holder][]*ssa.Function {
	held := make(map[holder][]*ssa.Function)
	for _, fn := range funcs {
		for store := range ssacode.All[*ssa.Store](fn) {
			value := store.Val
			if change, ok := value.(*ssa.ChangeType); ok {
				value = change.X
			}
			kept := FunctionOf(value)
			if kept == nil || !ReturnsResult(kept.Signature) {
				continue
			}
			if h, ok := holderOf(store.Addr); ok {
				held[h] = append(held[h], kept)
			}
		}
	}
	return held
}

// handed returns what parameters of functions that return a Result are handed where the package calls the function in one place alone: what
// comes of a function that several callers hand over is not the same for each of them.
func handed(funcs []*ssa.Function) map[*ssa.Parameter]ssa.Value {
	called := make(map[*ssa.Function][]*ssa.CallCommon)
	for _, fn := range funcs {
		for call := range ssacode.All[ssa.CallInstruction](fn) {
			if to := call.Common().StaticCallee(); to != nil && to.Object() != nil && !to.Object().Exported() {
				called[to] = append(called[to], call.Common())
			}
		}
	}
	given := make(map[*ssa.Parameter]ssa.Value)
	for fn, calls := range called {
		for i, param := range fn.Params {
			if len(calls) == 1 {
				given[param] = calls[0].Args[i]
			}
		}
	}
	return given
}

// functions returns the functions that a value may be, as far as the package tells. What fields and lists hold it puts there.
func (p *Program) functions(v ssa.Value, seen map[ssa.Value]bool) (list []*ssa.Function) {
	if seen[v] {
		return nil
	}
	seen[v] = true
	var h holder
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			list = append(list, p.functions(e, seen)...)
		}
		return list
	case *ssa.ChangeType:
		return p.functions(v.X, seen)
	case *ssa.Parameter:
		if given := p.handed[v]; given != nil {
			return p.functions(given, seen)
		}
		return nil
	case *ssa.UnOp:
		if v.Op == token.MUL {
			h, _ = holderOf(v.X)
		}
	case *ssa.Field:
		h = holder{types.TypeString(v.X.Type(), nil), v.Field}
	default:
		if fn := FunctionOf(v); fn != nil {
			return []*ssa.Function{fn}
		}
	}
	return p.held[h]
}

// FunctionOf returns the function that a value is, with or without captured variables, nil for any other value.
func FunctionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType: // to a named type of functions
		return FunctionOf(v.X)
	}
	return nil
}
