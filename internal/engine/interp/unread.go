package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// setReflected marks what a reflected value was taken from as changed: which part of it was set is not known.
func (in *Interp) setReflected(c *Call) {
	from := &value.Unknown{Why: "set by " + c.Sym.Short(), At: c.At, Deps: c.Args[1:]}
	w := value.Walker{Visit: func(v value.Value, _ int) bool {
		if p, ok := v.(value.Ptr); ok && !p.Obj.Sealed {
			in.fillFrom(p, from, c.Sym, c.At)
		}
		return true
	}}
	w.Walk(c.Args[0])
}

// serves reports whether a function answers requests, which come once the program is set up.
func serves(fn *code.Func) bool { return slices.Contains(fn.ParamTypes, "net/http.ResponseWriter") }

// callUnread calls a function that the function to was handed, which cannot be followed.
func (in *Interp) callUnread(fn *value.Closure, to symbol.Name, at value.Place) {
	args := in.opaqueArgs(fn)
	in.repeats = !in.Host.Later(to) // a library for commands calls one once
	in.callClosure(fn, args, at, func(v value.Value) { in.handOut(v, to, at) })
	in.repeats = false
}

// handOut notes that code which cannot be followed has what a function returned to it, and may call its methods, or the function that it
// is.
func (in *Interp) handOut(result value.Value, to symbol.Name, at value.Place) {
	list := []value.Value{result}
	if t, ok := result.(value.Tuple); ok {
		list = t
	}
	for _, v := range list {
		value.Each(value.Dynamic(v), func(x value.Value) {
			switch x := value.Dynamic(x).(type) {
			case value.Ptr:
				if !in.Escaped(x.Obj) {
					in.escaped = append(in.escaped, x)
				}
			case *value.Closure:
				in.escapeFunc(x, to, at, 1)
			}
		})
	}
}

// tooMuch is why nothing is known of what such a function computes.
const tooMuch = "what takes too much work to be followed"

func unknownResults(n int, v *value.Unknown) value.Value {
	return results(n, func(i int) value.Value {
		if n == 1 {
			return v
		}
		return v.Result(i)
	})
}
