package pairs

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/paths"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// older reports whether the error that a way returns is one that the function had before it wrote a status. Whoever returns
// such an error beside a delay mostly thinks of the error of the write.
func older(f *paths.Frame, failed paths.Scalar, ret *ssa.Return) bool {
	if failed.ID <= 0 {
		return false
	}
	value := f.Made(failed.ID)
	var writes []*ssa.Call
	for call := range ssacode.All[*ssa.Call](ret.Parent()) {
		if writesStatus(call) {
			writes = append(writes, call)
		}
	}
	if len(writes) == 0 || value == nil {
		return false
	}
	for _, source := range paths.Origins(value) {
		if slices.ContainsFunc(writes, func(w *ssa.Call) bool {
			return !slices.Contains(writes, source) && ways.Precedes(source, w) && ways.Reaches(w.Block(), ret.Block())
		}) {
			return true
		}
	}
	return false
}

// brought reports whether the Result that is returned was there before the error beside it: calls have made it further up, and the error
// is not made of one of theirs. What is called in the return itself is meant for the error.
func brought(ret *ssa.Return) bool {
	var result, failed ssa.Value
	for _, r := range ret.Results {
		switch {
		case symbol.OfType(r.Type()).In(known.Reconcile):
			result = r
		case syntax.IsError(r.Type()):
			failed = r
		}
	}
	if result == nil || failed == nil {
		return false
	}
	made := &maker{seen: make(map[ssa.Value]bool)}
	made.visit(result)
	return !made.written && len(made.calls) > 0 &&
		!slices.ContainsFunc(made.calls, func(c *ssa.Call) bool { return c.Block() == ret.Block() || madeOf(failed, c) })
}

// A maker tells what a Result is made of: calls, or something that the function has written down itself. The sooner of two delays is
// made of both.
type maker struct {
	calls   []*ssa.Call
	written bool
	seen    map[ssa.Value]bool
}

func (m *maker) visit(v ssa.Value) {
	if m.seen[v] {
		return
	}
	m.seen[v] = true
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); !ok {
			m.calls = append(m.calls, v)
		} else if b.Name() == "min" {
			for _, arg := range v.Call.Args {
				m.visit(arg)
			}
		}
	case *ssa.Extract:
		m.visit(v.Tuple)
	case *ssa.Phi:
		for _, e := range v.Edges {
			m.visit(e)
		}
	case *ssa.Field:
		m.visit(v.X)
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Alloc:
			m.variable(x)
		case *ssa.FieldAddr:
			alloc, ok := x.X.(*ssa.Alloc)
			if !ok || !symbol.OfType(code.Deref(alloc.Type())).In(known.Reconcile) {
				m.written = true
				return
			}
			m.variable(alloc)
		default:
			m.written = true
		}
	default:
		m.written = true
	}
}

// variable visits what a variable is set to.
func (m *maker) variable(alloc *ssa.Alloc) {
	if m.seen[alloc] {
		return
	}
	m.seen[alloc] = true
	for use := range ssacode.Only[ssa.Instruction](*alloc.Referrers()) {
		switch use := use.(type) {
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			for i := range ssacode.Only[ssa.Instruction](*use.Referrers()) {
				switch i := i.(type) {
				case *ssa.UnOp:
				case *ssa.Store:
					m.visit(i.Val)
				default:
					m.written = true
				}
			}
		case *ssa.Store:
			if use.Addr != alloc {
				m.written = true
				return
			}
			m.visit(use.Val)
		default:
			m.written = true
		}
	}
}

// madeOf reports whether a value is made of a result of a call.
func madeOf(v ssa.Value, call *ssa.Call) bool {
	var of ssacode.Set[ssa.Value]
	of.Add(v)
	of.Spread(func(v ssa.Value) {
		made, ok := v.(ssa.Instruction)
		if !ok {
			return
		}
		for _, operand := range made.Operands(nil) {
			of.Add(*operand)
		}
		switch v.(type) {
		case *ssa.Alloc, *ssa.IndexAddr: // such as the arguments of a format
			for use := range ssacode.Only[ssa.Instruction](*v.Referrers()) {
				switch use := use.(type) {
				case *ssa.Store:
					of.Add(use.Val)
				case *ssa.IndexAddr:
					of.Add(use)
				}
			}
		}
	})
	return of.Has[call]
}

// writesStatus reports whether a call writes the status of an object: a method of controller-runtime's writer of subresources.
func writesStatus(call *ssa.Call) bool {
	c := call.Common()
	if !c.IsInvoke() || c.Method.Name() != "Update" && c.Method.Name() != "Patch" {
		return false
	}
	return known.StatusWriters[symbol.OfType(c.Value.Type())]
}
