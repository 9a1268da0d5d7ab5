package queuing

import (
	"go/token"
	"go/types"
	"iter"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/syntax"
	"github.com/rllint/rllint/internal/engine/ways"
)

// keys finds the queues whose items are objects of the API, each once. These are notes: a worker may need the object itself, and an event
// may be meant to be merged with no other. Each stands where most is lost: where a handler that is called again and again for an object
// adds it.
func (p *program) keys() []Finding {
	live := make(map[token.Pos]bool)
	for _, h := range p.handlers() {
		if !h.once {
			if sum := p.summaryOf(h.fn); sum != nil {
				maps.Copy(live, sum.seen)
			}
		}
	}
	found := make(map[*class]Finding)
	for call, o := range p.additions() {
		of, t, at := p.of(o.queue), p.object(o.item), call.Pos()
		if t == "" {
			continue
		}
		if _, made := source(o.item).(*ssa.Alloc); made {
			continue // a piece of work of its own
		}
		if have, again := found[of]; !again || live[at] && !live[have.Pos] || live[at] == live[have.Pos] && at < have.Pos {
			found[of] = Finding{Rule: BadKey, Pos: at, Note: true, Detail: t}
		}
	}
	return slices.AppendSeq(p.keysOfLimiters(), maps.Values(found))
}

// keysOfLimiters finds client-go's limiters that are asked about objects of the API: queues, asked.
func (p *program) keysOfLimiters() (list []Finding) {
	for _, fn := range p.funcs {
		for call := range ssacode.All[*ssa.Call](fn) {
			if !asksForItem(ways.Called(&call.Call)) {
				continue
			}
			if t := p.object(call.Call.Args[len(call.Call.Args)-1]); t != "" {
				list = append(list, Finding{Rule: BadKey, Pos: call.Pos(), What: OfLimiter, Detail: t})
			}
		}
	}
	return list
}

// additions returns the calls that add items to queues, in whatever way.
func (p *program) additions() iter.Seq2[ssa.CallInstruction, operation] {
	return func(yield func(ssa.CallInstruction, operation) bool) {
		for _, fn := range p.funcs {
			for call := range ssacode.All[ssa.CallInstruction](fn) {
				if o, is := operationOf(call.Common()); is && o.op&(added|delayed|limited) != 0 && !yield(call, o) {
					return
				}
			}
		}
	}
}

// object says what a key is, if it is a pointer to an object of the API, or a struct with one, of which no two are equal; "" for any other.
func (p *program) object(key ssa.Value) string {
	if key == nil {
		return "" // several
	}
	v := keyOf(key)
	of := "of type " + types.TypeString(v.Type(), types.RelativeTo(p.pass.Pkg))
	switch u := v.Type().Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if known.IsObject(f.Type()) {
				return of + " with the object itself in " + f.Name()
			}
		}
	case *types.Pointer, *types.Interface:
		if it, _ := u.(*types.Interface); it != nil && it.Empty() && p.ofEvent(v, 4) && !textOf(v) {
			return "what an event handler is called with"
		}
		if known.IsObject(v.Type()) {
			return of
		}
	}
	return ""
}

// keyOf returns what is put into the interface that a queue's method or a limiter takes.
func keyOf(v ssa.Value) ssa.Value {
	v = ways.Underlying(v)
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X
	}
	return v
}

// textOf reports whether an interface is asserted to hold a text: variables, enqueueAll.
func textOf(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false // a constant or a variable of the package
	}
	return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		assertion, ok := i.(*ssa.TypeAssert)
		return ok && syntax.IsText(assertion.AssertedType)
	})
}

// holdsPointer reports whether values of a type are pointers, or structs with some, or with an interface that may hold one.
func holdsPointer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if types.IsInterface(f.Type()) || holdsPointer(f.Type()) {
				return true
			}
		}
	}
	return false
}

// ofEvent reports whether a value is the object that an event handler is called with, or that one hands on to a function of the package.
func (p *program) ofEvent(v ssa.Value, depth int) bool {
	param, ok := source(v).(*ssa.Parameter)
	if !ok || depth == 0 {
		return false
	}
	if p.handles(param.Parent()) {
		return true
	}
	args, _ := p.arguments(param)
	return slices.ContainsFunc(args, func(arg ssa.Value) bool { return p.ofEvent(arg, depth-1) })
}
