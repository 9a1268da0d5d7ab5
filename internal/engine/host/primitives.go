package host

import (
	"maps"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A meaning is what a call of a primitive returns, and does. It is false for a call that is to be followed as any other.
type meaning func(h *Host, c *interp.Call) (value.Value, bool)

// meanings has those of the primitives that have to do with controllers and their limits. Which functions these are is said in
// package known, since most packages ask for that. The file of a family has what its kinds mean.
var meanings = joined(builderKinds, watchKinds, managerKinds, clientKinds, limiterKinds, queueKinds, flagKinds, containerKinds,
	versionKinds,
	map[known.Kind]meaning{known.RunNow: (*Host).runNow, known.Unresolved: (*Host).unresolved})

// plainMeanings has those of functions that any code may use, by their names. The file of a family has both.
var plainMeanings = joined(contexts, environment, kindNames, kindsOfObjects, elections, lists, onces, pointers, reflection, syncMaps, texts)

// plainMeaning returns the meaning of a function that any code may use, nil if it is none of them.
func plainMeaning(sym symbol.Name) meaning {
	if sym.In("math") {
		return compute
	}
	return plainMeanings[sym]
}

func joined[K comparable](families ...map[K]meaning) map[K]meaning {
	all := make(map[K]meaning)
	for _, f := range families {
		maps.Copy(all, f)
	}
	return all
}

// gives is the meaning of a primitive of which each call is known.
func gives(result func(h *Host, c *interp.Call) value.Value) meaning {
	return func(h *Host, c *interp.Call) (value.Value, bool) { return result(h, c), true }
}

// argument is the meaning of a primitive that returns one of its arguments.
func argument(i int) meaning {
	return gives(func(_ *Host, c *interp.Call) value.Value { return arg(c, i) })
}

// unresolved is a call of what stands for code that does not type-check.
func (h *Host) unresolved(c *interp.Call) (value.Value, bool) {
	h.Partial = true
	return c.Unresolved(), true
}

// runNow calls the function arguments before it returns.
func (h *Host) runNow(c *interp.Call) (value.Value, bool) {
	if ranBefore(c) {
		return nil, true
	}
	defer h.runOnce(c)()
	for _, a := range c.Args {
		if _, ok := value.Dynamic(a).(*value.Closure); !ok {
			continue
		}
		if known.Spawns(c.Sym) {
			c.Spawn(func() { c.Invoke(a) })
		} else {
			c.Invoke(a)
		}
	}
	return &value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}, true
}
