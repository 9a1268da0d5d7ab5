package queuing

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
	"golang.org/x/tools/go/ssa"
)

// keys finds the queues whose items are objects of the API, each once with all types of its keys. These are notes: a worker may need the
// object itself, and an event may be meant to be merged with no other. Each stands where most is lost: where a handler that is called again
// and again for an object adds it.
func (p *program) keys() []Finding {
	live := make(map[token.Pos]bool)
	for _, h := range p.handlers() {
		if !h.once {
			p.reach(h.fn, func(a addition) { live[a.at] = true })
		}
	}
	found, named := make(map[*class]Finding), make(map[*class][]string)
	for call, o := range p.additions() {
		if _, made := source(o.item).(*ssa.Alloc); made {
			continue // a piece of work of its own
		}
		of, t := p.of(o.queue), p.object(o.item, call.Block())
		if t == "" {
			continue
		}
		if !slices.Contains(named[of], t) {
			named[of] = append(named[of], t)
		}
		at := call.Pos()
		if have, again := found[of]; !again || live[at] && !live[have.Pos] || live[at] == live[have.Pos] && at < have.Pos {
			found[of] = Finding{Rule: BadKey, Pos: at, Note: true}
		}
	}
	list := p.keysOfLimiters()
	for of, f := range found {
		f.Detail, f.Several = enumeration(named[of]), len(named[of]) > 1
		list = append(list, f)
	}
	return list
}

// keysOfLimiters finds the limiters that a reconciler or handler itself asks about objects of the API.
func (p *program) keysOfLimiters() []Finding {
	var list []Finding
	for _, fn := range p.funcs {
		for call := range ssacode.All[*ssa.Call](fn) {
			if !asksForItem(ways.Called(&call.Call)) {
				continue
			}
			if t := p.object(call.Call.Args[len(call.Call.Args)-1], call.Block()); t != "" {
				list = append(list, Finding{Rule: BadKey, Pos: call.Pos(), What: OfLimiter, Detail: t})
			}
		}
	}
	return list
}

// asksForItem reports whether a function asks one of client-go's limiters how long an item waits.
func asksForItem(fn *types.Func) bool {
	if fn == nil || fn.Name() != "When" || fn.Pkg() == nil || fn.Pkg().Path() != known.Workqueue {
		return false
	}
	recv := fn.Signature().Recv()
	return recv != nil && typeMemory(code.Deref(recv.Type())) != stateful
}

// mostTypes bounds how many types of keys are named.
const mostTypes = 3

// enumeration names some types in the order of their names.
func enumeration(types []string) string {
	slices.Sort(types)
	last := len(types) - 1
	switch {
	case last == 0:
		return types[0]
	case len(types) > mostTypes:
		return strings.Join(types[:mostTypes], ", ") + " and " + strconv.Itoa(len(types)-mostTypes) + " more"
	}
	return strings.Join(types[:last], ", ") + " and " + types[last]
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

// object returns the type of a key that is used in a block, if it is a pointer to an object of the API, of which no two are equal; "" for
// any other key.
func (p *program) object(key ssa.Value, at *ssa.BasicBlock) string {
	if key == nil {
		return "" // several
	}
	v, is := keyOf(key), false
	switch u := v.Type().Underlying().(type) {
	case *types.Pointer:
		is = isObject(v.Type())
	case *types.Interface:
		is = isObject(u) || u.Empty() && p.ofEvent(v, 4) && !textOf(v, at)
	}
	if !is {
		return ""
	}
	return types.TypeString(v.Type(), types.RelativeTo(p.pass.Pkg))
}

// keyOf returns what is put into the interface that a queue's method or a limiter takes.
func keyOf(v ssa.Value) ssa.Value {
	v = ways.Underlying(v)
	if m, ok := v.(*ssa.MakeInterface); ok {
		return m.X
	}
	return v
}

// isObject reports whether values of a type are objects of the API.
func isObject(t types.Type) bool {
	for _, name := range []string{"GetResourceVersion", "GetObjectKind"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, nil, name); m != nil {
			return true
		}
	}
	return false
}

// textOf reports whether an interface was asserted to hold a text where a block runs: variables, enqueueAll.
func textOf(v ssa.Value, at *ssa.BasicBlock) bool {
	uses := v.Referrers()
	if uses == nil {
		return false // a constant or a variable of the package
	}
	for assertion := range ssacode.Only[*ssa.TypeAssert](*uses) {
		b, ok := assertion.AssertedType.Underlying().(*types.Basic)
		if !ok || b.Info()&types.IsString == 0 || !assertion.CommaOk {
			continue
		}
		holds := make(map[*ssa.BasicBlock]bool)
		receivedOr(assertion, 0, holds)
		if holds[at] {
			return true
		}
	}
	return false
}

// holdsPointer reports whether values of a type are pointers, or structs with some.
func holdsPointer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if holdsPointer(f.Type()) {
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
	fn := param.Parent()
	if p.handles(fn) {
		return true
	}
	n := slices.Index(fn.Params, param)
	for _, caller := range p.funcs {
		for call := range ssacode.All[ssa.CallInstruction](caller) {
			if c := call.Common(); c.StaticCallee() == fn && n < len(c.Args) && p.ofEvent(c.Args[n], depth-1) {
				return true
			}
		}
	}
	return false
}
