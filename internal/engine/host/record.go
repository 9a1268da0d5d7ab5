package host

import (
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
)

// A record is one controller that was created in a run, with the values its
// limits come from.
type Controller struct {
	Site        interp.Place
	Constructor string
	Name        string
	ForType     string
	hasFor      bool   // its builder is given a type, known or not, and looks up the manager's number for its kind
	kind        string // the type's name; "" if it does not tell what its objects are
	Swept       bool   // reached only because code that cannot be followed may call it

	Limiter     interp.Value // Options.RateLimiter
	Concurrency interp.Value // Options.MaxConcurrentReconciles
	reconciler  interp.Value
	Chain       chain

	Managed     bool         // it is known which managers it can have
	ManagerAt   interp.Place // where the first of them is made
	ManagerOpen bool         // the manager is decided by unknown callers
	Unmanaged   bool         // created without a manager: only its own number counts
	KindNumbers interp.Value // the manager's Controller.GroupKindConcurrency
	Number      interp.Value // the manager's Controller.MaxConcurrentReconciles
}

// create records a controller.
func (h *host) create(c *interp.Call, r *Controller) {
	r.Site = c.At
	if c.FuncAt.Pos.IsValid() && c.FuncAt.Package() == c.At.Package() {
		r.Site.Pos = c.FuncAt.Pos // of a constructor used as a value, its name counts
	}
	r.Constructor = code.MethodName(c.Sym)
	r.Swept = h.Sweeping
	r.Chain = h.follow(c.Interp, r.reconciler)
	h.Records = append(h.Records, r)
}

func (h *host) fromBuilder(c *interp.Call) *Controller {
	b := receiver(c)
	r := &Controller{reconciler: arg(c, 1)}
	options := c.Field(b, "Options")
	if interp.IsZero(options) {
		options = interp.Zero{At: c.At} // nobody gave options: that is the site's doing
	}
	h.options(c, r, options)
	if own := c.Field(options, "Reconciler"); !isNothing(own) && isNothing(r.reconciler) {
		r.reconciler = own
	}
	r.Name, _ = interp.StringValue(c.Field(b, "Named"))
	object := c.Field(b, "For")
	r.ForType, r.kind, r.hasFor = typeName(object), kindOf(object), !interp.IsZero(object)
	r.setManager(c.Interp, c.Field(b, "Manager"))
	return r
}

func isNothing(v interp.Value) bool { return interp.IsZero(v) }

func (h *host) fromNew(c *interp.Call) *Controller {
	r := &Controller{}
	r.Name, _ = interp.StringValue(arg(c, 0))
	options := arg(c, len(c.Args)-1)
	h.options(c, r, options)
	r.reconciler = c.Field(options, "Reconciler")
	if len(c.Args) >= 3 {
		r.setManager(c.Interp, arg(c, 1))
	} else {
		r.Unmanaged = true
	}
	return r
}

func (h *host) options(c *interp.Call, r *Controller, options interp.Value) {
	r.Limiter = c.Field(options, "RateLimiter")
	r.Concurrency = c.Field(options, "MaxConcurrentReconciles")
}

// typeName returns the type of the object a controller is for, in the way people
// write it: the last element of the import path and the name.
func typeName(v interp.Value) string {
	i, ok := v.(*interp.Iface)
	if !ok {
		return ""
	}
	base := code.BaseType(i.Type)
	if strings.HasPrefix(base, "$") {
		return ""
	}
	return base[strings.LastIndexByte(base, '/')+1:]
}

// function returns the symbol of the named function a place lies in.
func Function(p interp.Place) string {
	if p.Node == nil {
		return ""
	}
	return code.Outermost(p.Node.Fn.Sym)
}
