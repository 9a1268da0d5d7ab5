package interp

import (
	"maps"
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Run calls a function with the arguments given, and then what it handed to
// code that cannot be followed.
func (in *Interp) Run(fn *code.Func, args []value.Value) value.Value {
	var v value.Value
	in.through(func() { v = in.call(fn, args, nil, nil, value.Place{Pos: fn.Pos}) })
	in.settle()
	return v
}

// Params returns arguments for fn that its callers decide.
func Params(fn *code.Func) []value.Value {
	args := make([]value.Value, fn.Params)
	for i := range args {
		args[i] = &value.Param{Name: fn.ParamNames[i]}
	}
	return args
}

// RunInits runs the init functions of root and of what it imports, in an order
// in which a package follows its imports.
func (in *Interp) RunInits() {
	seen := make(map[string]bool)
	var visit func(p *code.Package)
	visit = func(p *code.Package) {
		if seen[p.Path] {
			return
		}
		seen[p.Path] = true
		for _, path := range slices.Sorted(maps.Keys(p.Imports)) {
			visit(p.Imports[path])
		}
		for _, sym := range p.Inits {
			if fn := p.Funcs[sym]; fn != nil {
				in.through(func() { in.call(fn, nil, nil, nil, value.Place{Pos: fn.Pos}) })
			}
		}
	}
	visit(in.Root)
}

// RunApart is Run with arguments that callers decide. It reports whether the call returned and, with all that runs because of it, left
// alone what other calls can reach; it does so only in a run that FollowOnce has begun.
func (in *Interp) RunApart(fn *code.Func) (alone bool) {
	how := in.through(func() { in.call(fn, Params(fn), nil, nil, value.Place{Pos: fn.Pos}) })
	in.settle()
	return how == Returns && in.repeater != nil && in.mem.Version() == in.untouched && errorAtMost(fn)
}

// start runs the initialisers of a package's variables.
func (in *Interp) start(p *code.Package) {
	if in.started[p.Path] {
		return
	}
	in.started[p.Path] = true
	// Its variables have their values whenever another package's code runs.
	saved, starting := in.mem, in.starting
	in.mem = saved.Apart()
	in.starting = true
	fn := p.Funcs[symbol.Join(p.Path, "init")]
	in.through(func() { in.call(fn, nil, nil, nil, value.Place{Pos: fn.Pos}) })
	if in.Exhausted() { // what they did not come to would seem to be zero
		in.havocStores(fn, &value.Unknown{Why: tooMuch, At: value.Place{Pos: fn.Pos}, Unresolved: true}, make(map[*code.Func]bool), 0)
	}
	saved.Absorb(in.mem)
	in.mem, in.starting = saved, starting
	if in.OpenGlobals {
		for _, sym := range slices.Sorted(maps.Keys(p.Assigned)) {
			if o := in.globals[sym]; o != nil {
				in.mem.SetInitial(o, &value.Param{Name: sym.Written(), Last: sym.Last()})
			}
		}
	}
}
