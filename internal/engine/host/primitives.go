package host

import (
	"maps"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// middlewareType is that of what functions return that settings name.
const middlewareType = "middleware"

// meanings has those of the primitives that have to do with controllers and their limits. Which functions these are is said in
// package known, since most packages ask for that. The file of a family has what its kinds mean.
var meanings = joined(builderKinds, watchKinds, managerKinds, clientKinds, limiterKinds, queueKinds, workerKinds, flagKinds,
	containerKinds, versionKinds,
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

// compute returns what a function of numbers returns: what derives from its arguments.
func compute(_ *Host, c *interp.Call) (value.Value, bool) {
	if c.Results != 1 || len(c.Args) == 0 {
		return nil, false
	}
	out := c.Args[0]
	for _, a := range c.Args[1:] {
		out = &value.Arith{Op: c.Sym.Last(), X: out, Y: a}
	}
	if len(c.Args) == 1 {
		out = &value.Arith{Op: c.Sym.Last(), X: out}
	}
	return out, true
}

func joined[K comparable](families ...map[K]meaning) map[K]meaning {
	all := make(map[K]meaning)
	for _, f := range families {
		maps.Copy(all, f)
	}
	return all
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

// Call gives a call the meaning of the primitive that it calls.
func (h *Host) Call(c *interp.Call) (value.Value, bool) {
	if known.Spawns(c.Sym) {
		c.Spawning()
	}
	kind := known.Func(c.Sym)
	if kind == known.None {
		if m := plainMeaning(c.Sym); m != nil {
			return m(h, c)
		}
		h.leaves(c)
		if known.Informers(c.Sym) {
			fn := c.Code()
			made := fn != nil && len(fn.ResultTypes) > 0 && strings.HasPrefix(fn.ResultTypes[0], "*")
			h.informers[c.At] = !made // generated code returns interfaces: queueinformed/told.go
		}
		kind = managerMethod(c)
	}
	switch {
	case kind != known.None:
		return meanings[kind](h, c)
	case c.Dynamic && isManager(arg(c, 0)):
		return c.Unread(), true // a method that the manager has from another interface
	}
	return h.configured(c)
}

// Knows reports whether Call may know a function.
func (h *Host) Knows(sym symbol.Name) bool {
	return known.Func(sym) != known.None || plainMeaning(sym) != nil || h.settings.RateSources[sym] || h.settings.Middleware[sym]
}

// configured handles the functions that settings name.
func (h *Host) configured(c *interp.Call) (value.Value, bool) {
	if h.settings.RateSources[c.Sym] {
		return withError(c, h.input("rate source", "max-reconcile-rate", c.At)), true
	}
	if h.settings.Middleware[c.Sym] {
		for _, a := range c.Args {
			c.Adopt(a) // the reconciler inside is called too
		}
		content := &value.Struct{Rest: &value.Unknown{Why: "the result of " + c.Sym.Written(), At: c.At}}
		return withError(c, c.New(middlewareType, content, c.At)), true
	}
	return nil, false
}

// Filled names the variables that flags described by structs set.
func (h *Host) Filled(in *interp.Interp, p value.Ptr) {
	if !known.FlagStruct(code.BaseType(p.Obj.Type)) {
		return
	}
	name, ok := value.StringValue(in.Field(p, "Name"))
	if dest, isPtr := in.Field(p, "Destination").(value.Ptr); ok && isPtr {
		in.Store(dest, h.input("flag", name, p.Obj.At))
	}
}

func (h *Host) Global(sym symbol.Name) (value.Value, bool) {
	if fn, ok := known.Variables[sym]; ok {
		return &value.Closure{Sym: fn}, true
	}
	return nil, false
}

func (h *Host) Ends(sym symbol.Name) bool { return known.Ends(sym) }

func (h *Host) Harmless(sym symbol.Name) bool { return known.Harmless(sym) }

// SetsReflected implements [interp.Host].
func (h *Host) SetsReflected(sym symbol.Name) bool { return known.SetsReflected(sym) }

func (h *Host) Keeps(sym symbol.Name) bool { return known.Keeps(sym) }

func (h *Host) Later(sym symbol.Name) bool { return known.Later(sym) }
