package outcome

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// older reports whether the error that a way returns is one that the function had before it wrote a status. Whoever returns
// such an error beside a delay mostly thinks of the error of the write.
func (f *frame) older(failed scalar, ret *ssa.Return) bool {
	if failed.ID <= 0 {
		return false
	}
	var value ssa.Value
	for v, n := range f.number {
		if n == failed.ID/parts {
			value = v
		}
	}
	var writes []*ssa.Call
	for call := range ssacode.All[*ssa.Call](ret.Parent()) {
		if writesStatus(call) {
			writes = append(writes, call)
		}
	}
	if len(writes) == 0 || value == nil {
		return false
	}
	for _, source := range origins(value) {
		if slices.ContainsFunc(writes, func(w *ssa.Call) bool {
			return !slices.Contains(writes, source) && before(source, w) && reaches(w.Block(), ret.Block())
		}) {
			return true
		}
	}
	return false
}

// brought reports whether the Result that is returned is that of a call which has returned no error with it.
func brought(ret *ssa.Return) bool {
	for _, r := range ret.Results {
		if !symbol.OfType(r.Type()).In(known.Reconcile) {
			continue
		}
		calls := origins(r)
		return len(calls) == 1 && succeeded(calls[0], ret.Block())
	}
	return false
}

// succeeded reports whether a block is only reached where the error of a call was looked at and is nil.
func succeeded(call *ssa.Call, at *ssa.BasicBlock) bool {
	for result := range ssacode.Only[*ssa.Extract](*call.Referrers()) {
		if !syntax.IsError(result.Type()) {
			continue
		}
		for test := range ssacode.Only[*ssa.BinOp](*result.Referrers()) {
			if !ways.IsNil(test.X) && !ways.IsNil(test.Y) {
				continue
			}
			for branch := range ssacode.Only[*ssa.If](*test.Referrers()) {
				fine := branch.Block().Succs[1]
				if test.Op == token.EQL {
					fine = branch.Block().Succs[0]
				}
				if len(fine.Preds) == 1 && fine.Dominates(at) {
					return true
				}
			}
		}
	}
	return false
}

// writesStatus reports whether a call writes the status of an object: a method of controller-runtime's writer of subresources.
func writesStatus(call *ssa.Call) bool {
	c := call.Common()
	if !c.IsInvoke() || c.Method.Name() != "Update" && c.Method.Name() != "Patch" {
		return false
	}
	return known.StatusWriters[symbol.OfType(c.Value.Type())]
}

// origins returns the calls that an error may come from.
func origins(v ssa.Value) []*ssa.Call {
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

// before reports whether one call is made on each way to another.
func before(a, b *ssa.Call) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, ssa.Instruction(a)) < slices.Index(a.Block().Instrs, ssa.Instruction(b))
	}
	return a.Block().Dominates(b.Block())
}

// reaches reports whether there is a way from one block to another.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	for work := []*ssa.BasicBlock{from}; len(work) > 0; work = work[1:] {
		if work[0] == to {
			return true
		}
		for _, next := range work[0].Succs {
			if !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	return false
}
