package host

import (
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// builderKinds are the primitives that create controllers, and builders for that.
var builderKinds = map[known.Kind]meaning{
	known.NewBuilder: gives(func(_ *Host, c *interp.Call) value.Value {
		return c.New(builderType, &value.Struct{Fields: map[string]value.Value{"Manager": arg(c, 0)}, Rest: value.Zero{At: c.At}}, c.At)
	}),
	known.BuilderOptions: sets("Options"),
	known.BuilderNamed:   sets("Named"),
	known.BuilderFor: gives(func(_ *Host, c *interp.Call) value.Value {
		c.SetField(receiver(c), "For", arg(c, 1))
		return builderWatch(c)
	}),
	known.BuilderChain:     argument(0),
	known.BuilderComplete:  gives((*Host).build),
	known.BuilderBuild:     gives((*Host).build),
	known.NewController:    gives((*Host).newController),
	known.ObjectReconciler: argument(1),
}

// versionKinds are the places in rllint's own runtime where the version of controller-runtime counts, or a builder is read.
var versionKinds = map[known.Kind]meaning{
	known.GivenOptions: gives(func(_ *Host, c *interp.Call) value.Value {
		return value.Tuple{c.Field(receiver(c), "Options"), value.Zero{At: c.At}}
	}),
	known.Undecided: gives(func(_ *Host, c *interp.Call) value.Value {
		return &value.Unknown{Why: "what the version of controller-runtime decides", At: c.At}
	}),
	known.StatedWorkers: func(h *Host, c *interp.Call) (value.Value, bool) {
		if len(c.ArgAt) > 0 {
			h.stated[c.ArgAt[0]] = true
		}
		return nil, false
	},
}

// sets is the meaning of a builder's method that keeps its argument for later.
func sets(field string) meaning {
	return gives(func(_ *Host, c *interp.Call) value.Value {
		c.SetField(receiver(c), field, arg(c, 1))
		return arg(c, 0)
	})
}

// build creates the controller of a builder.
func (h *Host) build(c *interp.Call) value.Value {
	cr := h.fromBuilder(c)
	h.create(cr)
	h.watchAll(c, cr.Controller)
	addToWrapper(c, c.Field(receiver(c), "Manager"))
	return h.created(c, cr.Controller)
}

// newController creates a controller from options.
func (h *Host) newController(c *interp.Call) value.Value {
	cr := h.fromNew(c)
	h.create(cr)
	if len(c.Args) >= 3 {
		addToWrapper(c, arg(c, 1))
	}
	return h.created(c, cr.Controller)
}

func (h *Host) fromBuilder(c *interp.Call) *Creation {
	b := receiver(c)
	made := &Controller{}
	cr := &Creation{Call: c, Host: h, Controller: made, Options: c.Field(b, "Options"), Reconciler: arg(c, 1)}
	if value.IsZero(cr.Options) {
		cr.Options = value.Zero{At: c.At} // nobody gave options: that is the site's doing
	}
	if own := c.Field(cr.Options, "Reconciler"); !value.IsZero(own) && value.IsZero(cr.Reconciler) {
		cr.Reconciler = own
	}
	cr.Named = c.Field(b, "Named")
	made.Name, _ = value.StringValue(cr.Named)
	object := c.Field(b, "For")
	made.ForType, made.Kind, made.HasFor = typeName(object), kindOf(object), !value.IsZero(object)
	h.setManager(c.Interp, made, c.Field(b, "Manager"))
	return cr
}

func (h *Host) fromNew(c *interp.Call) *Creation {
	made := &Controller{}
	made.Name, _ = value.StringValue(arg(c, 0))
	options := arg(c, len(c.Args)-1)
	if len(c.Args) >= 3 {
		h.setManager(c.Interp, made, arg(c, 1))
	} else {
		made.Unmanaged = true
	}
	return &Creation{Call: c, Host: h, Controller: made, Options: options, Reconciler: c.Field(options, "Reconciler"), Named: arg(c, 0)}
}

// created is the result of a call that creates a controller.
func (h *Host) created(c *interp.Call, made *Controller) value.Value {
	err := &value.Unknown{Why: "an error", At: c.At}
	if c.Results == 2 {
		v := &value.Unknown{Why: "a controller", NonNil: true, At: c.At}
		h.controllerOf[v] = made
		return value.Tuple{v, err}
	}
	return err
}

// addToWrapper hands a controller that was made to the Add method of the manager that it was made for, if that is a
// type of the program's around a manager: some keep the controller there, and set up more only where they have it.
func addToWrapper(c *interp.Call, manager value.Value) {
	if i, wraps := wrapper(c, manager, managerAdd); wraps {
		c.CallMethod(c.At, managerAdd, 1, true, i, &value.Unknown{Why: "a controller", NonNil: true, At: c.At})
	}
}
