package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// create records a controller.
func (h *Host) create(cr *Creation) {
	c := cr.Controller
	c.Site = cr.At
	if cr.FuncAt.Pos.IsValid() && cr.FuncAt.Package() == cr.At.Package() {
		c.Site.Pos = cr.FuncAt.Pos // of a constructor used as a value, its name counts
	}
	c.Constructor = cr.Sym.Last()
	if !c.leaveLibrary() {
		return
	}
	c.Elected, c.Swept, c.Chosen = h.leading, h.Sweeping, cr.Choosing()
	c.OwnClient = h.hold(cr.Call, cr.Reconciler)
	h.notePresent(cr.Call)
	for _, r := range h.recorders {
		if r.Controller != nil {
			r.Controller(cr)
		}
	}
	h.Controllers = append(h.Controllers, c)
	value.Each(cr.Field(cr.Options, "MaxConcurrentReconciles"), func(v value.Value) {
		if i, ok := v.(*Input); ok && known.IsReconcilersName(i.Name) {
			delete(h.watched, i.First()) // it has an effect
		}
	})
}

// leaveLibrary makes the site of a controller that a library creates for its caller the call of that library. It is
// false if there is none: the library makes it for itself.
func (c *Controller) leaveLibrary() bool {
	for known.CreatesForCaller(c.Site.Package()) {
		n := c.Site.Node
		c.Constructor = n.Fn.Sym.Last()
		if c.Site = n.Call(); n.Caller == nil {
			return false
		}
	}
	return true
}

// Function returns the named function a place lies in.
func Function(p value.Place) symbol.Name {
	if p.Node == nil {
		return ""
	}
	return p.Node.Fn.Sym.Outermost()
}

// notePresent notes what is there in the functions whose calls are in progress.
func (h *Host) notePresent(c *interp.Call) {
	for n := range h.seen {
		if n.Registers == nil { // it has ended: what was seen holds a whole memory
			n.Written = nil
			delete(h.seen, n)
		}
	}
	depth := 0
	for n := c.At.Node; n != nil && depth < presentCalls; n = n.Caller {
		if depth++; n.Registers == nil {
			continue
		}
		seen := memo.Of(h.seen, n, func() *sighting { return &sighting{noted: make(map[int]bool)} })
		fn := FuncAt(n.Fn.Pkg.Path, n.Fn.Pos)
		roots := memo.Of(h.roots, n.Fn, func() map[int][]root { return rootsOf(n.Fn) })
		p := &presence{Interp: c.Interp, node: n, known: memo.In(h.Present, fn), sighting: seen, places: h.places, roots: roots}
		if depth == 1 {
			p.again() // a controller is made in this very call
		} else {
			p.further()
		}
	}
}
