package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
)

// mayWrap reports whether a function can call a reconciler: one that cannot need not run.
func (p *probe) mayWrap(fn *code.Func) bool {
	may, known := p.wraps[fn]
	if !known {
		may = callsReconciler(p.Root, fn, make(map[*code.Func]bool))
		p.wraps[fn] = may
	}
	return may
}

func callsReconciler(root *code.Package, fn *code.Func, seen map[*code.Func]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	return fn.Body().Any(func(in *code.Instr) bool {
		switch {
		case in.Call != nil && known.Func(in.Symbol()) == known.Unresolved && slices.Contains(in.Call.Types, known.Result):
			return true
		case in.Call != nil && helps(in.Symbol(), in.Call.Shape):
			return false
		case in.Call != nil && in.Call.Shape.FirstResult == known.Result || known.IsReconcile(in.Symbol()):
			return in.Op != code.OpCall || in.Symbol().Last() == "Reconcile" || callsReconciler(root, root.Find(in.Symbol()), seen)
		case in.Op == code.OpCall, in.Op == code.OpClosure, in.Op == code.OpMethod, in.Op == code.OpDefer, in.Op == code.OpGo:
			return callsReconciler(root, root.Find(in.Symbol()), seen)
		}
		return false
	})
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
	leads, known := p.leads[fn]
	if !known {
		leads = p.mayWrap(fn) || asksWithin(p.Root, fn, make(map[*code.Func]bool))
		p.leads[fn] = leads
	}
	return !leads
}

func asksWithin(root *code.Package, fn *code.Func, seen map[*code.Func]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	return asksItself(fn) || fn.Body().Any(func(in *code.Instr) bool {
		return in.Symbol() != "" && asksWithin(root, root.Find(in.Symbol()), seen)
	})
}

// asksItself reports whether a function calls a limiter's method in its own code.
func asksItself(fn *code.Func) bool {
	return fn.Body().Any(func(in *code.Instr) bool { return in.Call != nil && known.Asks(in.Symbol()) })
}

// mayAsk reports whether any code of a program that is kept calls a limiter's method.
func (h *Host) mayAsk(root *code.Package) bool {
	may, known := h.asking[root]
	if !known {
		may = anyAsks(root)
		for _, pkg := range root.Imports {
			may = may || anyAsks(pkg)
		}
		h.asking[root] = may
	}
	return may
}

func anyAsks(pkg *code.Package) bool {
	for _, fn := range pkg.Funcs {
		if asksItself(fn) {
			return true
		}
	}
	return false
}
