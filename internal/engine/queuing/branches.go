package queuing

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// Decided notes what follows from a condition that holds, or does not.
func (c client) Decided(f *paths.Frame, p *paths.Path, cond ssa.Value, holds bool) {
	w := c.way(f, p)
	w.meant(cond, holds)
	w.suppose(cond, holds)
}

// suppose notes what follows from a condition that holds, or does not.
func (w *way) suppose(cond ssa.Value, holds bool) {
	s := w.s
	if id := w.f.ErrorOf(w.Path, cond).ID; id > 0 {
		cond = w.f.Made(id)
	}
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			w.suppose(c.X, !holds)
		}
	case *ssa.BinOp:
		w.compared(c, holds)
	case *ssa.Extract:
		w.extracted(c, holds)
	case *ssa.Call:
		if !holds {
			w.doubts(&c.Call)
			return
		}
		if judgesError(&c.Call) && !w.isKnown(c) {
			s.fate |= settled
			if w.missing(&c.Call) {
				s.fate |= gone
			}
		}
		if q := shutDown(&c.Call); q != nil {
			s.dropAll(w.of(q))
		}
	}
}

// isKnown reports whether the code of what is called says what comes back, so that nothing is learnt from it.
func (w *way) isKnown(call *ssa.Call) bool {
	return w.f.ErrorOf(w.Path, call).ID == 0 && known.Error(ways.CalledName(&call.Call)) == known.NoError
}

// compared notes what follows from two values that are equal, or are not.
func (w *way) compared(c *ssa.BinOp, holds bool) {
	s, x, y := w.s, c.X, c.Y
	if ways.IsNil(x) {
		x, y = y, x
	}
	if c.Op != token.EQL && c.Op != token.NEQ {
		return
	}
	equal := (c.Op == token.EQL) == holds
	switch {
	case ways.IsNil(y) && syntax.IsError(x.Type()):
		if equal {
			s.fate |= well
		} else {
			w.fails(x)
		}
		return
	case ways.IsNil(y):
		if i, mine := s.itemOf(x); mine && equal {
			s.drop(i.from)
		}
		return
	case syntax.IsError(x.Type()):
		s.fate |= judged // it is told from others
		if equal {
			s.fate |= settled
		}
	}
	s.over = s.over || equal && stops(c)
	s.bad = s.bad || !equal && noCase(c)
}

// extracted notes what follows from a result.
func (w *way) extracted(x *ssa.Extract, holds bool) {
	switch t := x.Tuple.(type) {
	case *ssa.Call:
		if isGet(t) && x.Index == t.Call.Signature().Results().Len()-1 && holds {
			w.s.drop(itemFrom(t))
		}
	case *ssa.TypeAssert:
		if x.Index == 1 && !holds {
			_, handed := w.s.source(t.X).(*ssa.Parameter) // by a caller, that has it of its queue
			if _, mine := w.s.itemOf(t.X); mine || handed && !syntax.IsError(t.X.Type()) {
				w.s.bad = true
				w.s.fate |= alien
			}
			if syntax.IsError(t.X.Type()) {
				w.s.fate |= settled
			}
		}
	}
}

// fails notes that there is an error.
func (w *way) fails(err ssa.Value) {
	call := w.f.CallOf(w.Path, err)
	switch {
	case call == nil:
	case ofContext(call, "Err"):
		w.s.over = true
		return
	case permanent(ways.Called(&call.Call)):
		w.s.bad = true
		return
	case fromCache(&call.Call) && w.s.fate&listed == 0 || retries(ways.Called(&call.Call)):
		w.s.fate |= settled
	}
	w.s.fate |= failed
}

// meant notes that the caller, a setting or what does the work says whether an item is forgotten: where it says no, that is meant.
func (w *way) meant(cond ssa.Value, holds bool) {
	switch x := source(cond).(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		if !ok || isGet(call) || call.Call.Signature().Results().Len() != 2 || !syntax.IsError(call.Call.Signature().Results().At(1).Type()) {
			return
		}
	case *ssa.UnOp:
		switch x.X.(type) {
		case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar:
		default:
			return
		}
	default:
		return
	}
	other := 0
	if holds {
		other = 1
	}
	for branch := range ssacode.Only[*ssa.If](*cond.Referrers()) {
		for call := range ssacode.Only[*ssa.Call](branch.Block().Succs[other].Instrs) {
			if o, is := operationOf(&call.Call); is && o.op == forgot {
				if i := (item{w.of(o.queue), w.s.source(o.item)}); w.s.items[i]&taken != 0 {
					w.s.items[i] |= forgot
				}
			}
		}
	}
}
