package paths

import (
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
