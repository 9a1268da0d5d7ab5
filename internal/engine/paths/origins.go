package paths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
)

// Origins returns the calls that an error may come from.
func Origins(v ssa.Value) []*ssa.Call {
	var list []*ssa.Call
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			list = append(list, v)
		case *ssa.Extract:
			visit(v.Tuple)
		case *ssa.Phi:
			for _, e := range v.Edges {
				visit(e)
			}
		case *ssa.ChangeInterface:
			visit(v.X)
		case *ssa.UnOp: // a variable that is kept in memory, such as a named result
			if v.X.Referrers() == nil {
				return // one of the package
			}
			for store := range ssacode.Only[*ssa.Store](*v.X.Referrers()) {
				if store.Addr == v.X {
					visit(store.Val)
				}
			}
		}
	}
	visit(v)
	return list
}

// CallOf returns the call whose error a value is on a path, whatever functions have made of it since; nil if that is not known.
func (f *Frame) CallOf(p *Path, err ssa.Value) *ssa.Call {
	made := make(map[*ssa.Call]bool) // in a loop one may be made of itself
	for {
		if id := f.eval(p, err).Self.ID; id > 0 {
			err = f.Made(id)
		}
		all := Origins(err)
		if len(all) != 1 || made[all[0]] {
			return nil
		}
		if !makesErrorOfOne(all[0]) {
			return all[0]
		}
		made[all[0]] = true
		err = all[0].Call.Args[0]
	}
}

// makesErrorOfOne reports whether a call is of a function that makes an error of another one: its cause, or the same with more words.
func makesErrorOfOne(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Object() == nil {
		return false
	}
	params, results := fn.Signature.Params(), fn.Signature.Results()
	return known.Error(symbol.Of(fn.Object())) == known.WrapError || fn.Signature.Recv() == nil && params.Len() == 1 && results.Len() == 1 &&
		syntax.IsError(params.At(0).Type()) && syntax.IsError(results.At(0).Type()) // losterrors, caused
}

// Returned returns the error that a return is to hand on, as it is before deferred functions run: one that has a name and lies in memory,
// since some of them may set it.
func (f *Frame) Returned(p *Path, run *ssa.RunDefers) (failed Scalar, ret *ssa.Return) {
	block := run.Block()
	ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) == 0 {
		return Scalar{}, nil
	}
	load, ok := ret.Results[len(ret.Results)-1].(*ssa.UnOp)
	if !ok {
		return Scalar{}, nil
	}
	return p.Cells[load.X].Self, ret
}

// ErrorOf returns what is known of an error on a path.
func (f *Frame) ErrorOf(p *Path, err ssa.Value) Scalar { return f.eval(p, err).Self }

// Made returns what an ID in a scalar is of: an instruction's value of the function.
func (f *Frame) Made(id int) ssa.Value {
	if f.made == nil {
		f.made = make([]ssa.Value, len(f.Number)+1)
		for v, n := range f.Number {
			f.made[n] = v
		}
	}
	return f.made[id/Parts]
}
