package host

import (
	"maps"
	"math"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// mayWrap reports whether a function can call a reconciler: one that cannot need not run.
func (p *probe) mayWrap(fn *code.Func) bool {
	return memo.Of(p.wraps, fn, func() bool { return leadsTo(p.Root, fn, reconciles) })
}

// leadsTo reports whether a function has an instruction that does something, or names a function that leads to one: does says the first of
// an instruction, and whether to go on to what it names.
func leadsTo(root *code.Package, fn *code.Func, does func(in *code.Instr) (it, goOn bool)) bool {
	return leadsWithin(root, fn, math.MaxInt, does)
}

// leadsWithin is leadsTo of so many functions and the first: what lies behind more leads nowhere.
func leadsWithin(root *code.Package, fn *code.Func, most int, does func(in *code.Instr) (it, goOn bool)) bool {
	seen := make(map[*code.Func]bool)
	var leads func(fn *code.Func) bool
	leads = func(fn *code.Func) bool {
		if fn == nil || seen[fn] || len(seen) > most {
			return false
		}
		seen[fn] = true
		return fn.Body().Any(func(in *code.Instr) bool {
			it, goOn := does(in)
			return it || goOn && leads(root.Find(in.Symbol()))
		})
	}
	return leads(fn)
}

// reconciles says of an instruction whether it calls a reconciler.
func reconciles(in *code.Instr) (it, goOn bool) {
	switch {
	case in.Call != nil && known.Func(in.Symbol()) == known.Unresolved && slices.Contains(in.Call.Types, known.Result):
		return true, false
	case in.Call != nil && helps(in.Symbol(), in.Call.Shape):
		return false, false
	case in.Call != nil && in.Call.Shape.FirstResult == known.Result || known.IsReconcile(in.Symbol()):
		return in.Op != code.OpCall || in.Symbol().Last() == "Reconcile", true
	}
	return false, slices.Contains([]code.Op{code.OpCall, code.OpClosure, code.OpMethod, code.OpDefer, code.OpGo}, in.Op)
}

// helps reports whether a call is one of a method of that name which takes any object: a helper that does the work of reconcilers of
// several kinds, and wraps none.
func helps(sym symbol.Name, shape code.Shape) bool {
	t := symbol.Name(shape.LastParam)
	return shape.FirstResult == known.Result && sym.Last() == "Reconcile" && !known.IsReconcile(sym) && t.Last() == "Object" &&
		known.Foundation(t.Package())
}

// skips reports whether a call need not be followed in a run that follows no others than those which can come to a reconciler or a
// limiter, as far as calls by name tell.
func (p *probe) skips(c *interp.Call) bool {
	fn := c.Code()
	if p.leads == nil || fn == nil {
		return false
	}
	return !memo.Of(p.leads, fn, func() bool { return p.mayWrap(fn) || leadsTo(p.Root, fn, asks) })
}

// asks says of an instruction whether it calls a limiter's method.
func asks(in *code.Instr) (it, goOn bool) {
	return in.Call != nil && known.Asks(in.Symbol()), in.Symbol() != ""
}

// asksItself reports whether a function calls a limiter's method in its own code.
func asksItself(fn *code.Func) bool {
	return fn.Body().Any(func(in *code.Instr) bool { does, _ := asks(in); return does })
}

// mayAsk reports whether any code of a program that is kept calls a limiter's method.
func (h *Host) mayAsk(root *code.Package) bool {
	return memo.Of(h.asking, root, func() bool {
		return anyAsks(root) || slices.ContainsFunc(slices.Collect(maps.Values(root.Imports)), anyAsks)
	})
}

func anyAsks(pkg *code.Package) bool {
	if pkg.Partial {
		return true // what does not type-check may
	}
	for _, fn := range pkg.Funcs {
		if asksItself(fn) {
			return true
		}
	}
	return false
}
