package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Sweep runs every closure that was made and every method of an object that was
// handed out of sight, if wanted says so and nothing has run it: code that cannot
// be followed may.
func (in *Interp) Sweep(wanted func(sym symbol.Name) bool) {
	for i := 0; i < len(in.pending); i++ {
		c := in.pending[i]
		if in.waits(c, wanted) {
			in.callUnread(c, "reflect.Value.Call", c.At)
			in.settle()
		}
	}
	// What is known to be called comes first, whenever there is some: it calls the
	// rest with real arguments.
	reconciles := func(sym symbol.Name) bool { return sym.Last() == "Reconcile" && wanted(sym) } // unwatched, left
	for adopted, escaped := 0, 0; ; {
		var p value.Ptr
		calls := wanted
		switch {
		case adopted < len(in.adopted):
			p, calls = in.adopted[adopted], reconciles
			adopted++
		case escaped < len(in.escaped):
			p = in.escaped[escaped]
			escaped++
		default:
			return
		}
		in.sweepMethods(p, p.Obj.Type, p.Obj.At, calls, 0)
	}
}

func (in *Interp) sweepMethods(p value.Ptr, typ string, at value.Place, wanted func(symbol.Name) bool, depth int) {
	base := code.BaseType(typ)
	t := in.Root.FindType(base)
	if t == nil || depth > 4 {
		return
	}
	for _, m := range t.Methods {
		sym := base.Member(m)
		fn := in.Root.Find(sym)
		if fn == nil || in.called[sym] || !wanted(sym) {
			continue
		}
		args := make([]value.Value, fn.Params)
		args[0] = in.receiver(fn, p)
		for i := 1; i < fn.Params; i++ {
			args[i] = in.unknownArg(fn, i)
		}
		in.through(func() { in.call(fn, args, nil, nil, at) })
		in.settle()
	}
	for _, f := range t.Fields {
		in.sweepMethods(value.Ptr{Obj: p.Obj, Path: p.Path + f.Name + "/"}, f.Type, at, wanted, depth+1)
	}
}
