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

// keys finds the queues whose items are never equal to each other, each once with all types of its keys. These are notes: a worker may
// need the object itself, and forget it, and an event may be meant to be merged with no other. Each stands where most is lost: where a
// handler that is called again and again for an object adds it, and a limiter is asked; less where the key is a struct with an object in
// it, or a pointer to something of the program's own, or where the workers need objects that are gone, which no lister has, and always
// forget them.
func (p *program) keys() []Finding {
	live := make(map[token.Pos]bool)
	gone := make(map[*class]bool)
	for _, h := range p.handlers() {
		if h.gone {
			p.reach(h.fn, func(a addition) { gone[a.queue] = true })
		}
		if !h.once {
			p.reach(h.fn, func(a addition) { live[a.at] = true })
		}
	}
	type kind struct {
		class *class
		form  Form
	}
	found, lesser := make(map[kind]Finding), make(map[kind]bool)
	named := make(map[kind][]string)
	work := p.piecesOfWork()
	for call, o := range p.additions() {
		class := p.of(o.queue)
		if work[class] && o.op == limited || o.item == nil {
			continue // one of them again, or several
		}
		f := Finding{Rule: BadKey, Pos: call.Pos(), Note: true}
		if f.Detail, f.What = p.unequal(o.item, class, call.Block()); f.Detail == "" {
			continue
		}
		less := f.What == HoldsObject || class.ops&limited == 0 || !live[f.Pos] || pointsToOwn(o.item) || gone[class] && p.alwaysForgotten(class)
		of := kind{class, f.What}
		if !slices.Contains(named[of], f.Detail) {
			named[of] = append(named[of], f.Detail)
		}
		if have, again := found[of]; !again || lesser[of] && !less || lesser[of] == less && f.Pos < have.Pos {
			found[of], lesser[of] = f, less
		}
	}
	var list []Finding
	for of, f := range found {
		f.Detail, f.Several = enumeration(named[of]), len(named[of]) > 1
		list = append(list, f)
	}
	return slices.Concat(list, p.keysOfLimiters())
}

// keysOfLimiters finds the limiters that a reconciler or handler itself asks about pointers.
func (p *program) keysOfLimiters() []Finding {
	var list []Finding
	for _, fn := range p.funcs {
		for call := range ssacode.All[*ssa.Call](fn) {
			asked := ways.Called(&call.Call)
			if !asksForItem(asked) {
				continue
			}
			key := call.Call.Args[len(call.Call.Args)-1]
			if made, ok := source(key).(*ssa.Alloc); ok && again(call, made) {
				continue
			}
			if t, form := p.unequal(key, &class{ops: limited}, call.Block()); t != "" && form == Plain {
				list = append(list, Finding{Rule: BadKey, Pos: call.Pos(), What: OfLimiter, Detail: t})
			}
		}
	}
	return list
}

// again reports whether a call is made several times with what is made once: it tries one piece of work until it is done.
func again(call *ssa.Call, made *ssa.Alloc) bool {
	from := func(to *ssa.BasicBlock) bool {
		return slices.ContainsFunc(call.Block().Succs, func(b *ssa.BasicBlock) bool { return reaches(b, to) })
	}
	return from(call.Block()) && !from(made.Block())
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

// piecesOfWork returns the queues whose items are made where they are added, all of them, and forgotten: each is a piece of work
// of its own.
func (p *program) piecesOfWork() map[*class]bool {
	fresh := make(map[*class]bool)
	for _, o := range p.additions() {
		if o.op == limited {
			continue
		}
		_, made := source(o.item).(*ssa.Alloc)
		class := p.of(o.queue)
		before, seen := fresh[class]
		fresh[class] = made && (before || !seen) && class.ops&forgot != 0
	}
	return fresh
}

// alwaysForgotten reports whether the workers of a queue forget each item that they do not add again.
func (p *program) alwaysForgotten(c *class) bool {
	some := false
	for _, ends := range p.ends {
		for _, e := range ends {
			if e.class.whole() != c {
				continue
			}
			if e.ops&(forgot|limited) == 0 {
				return false
			}
			some = true
		}
	}
	return some
}

// pointsToOwn reports whether a key is a pointer to something other than an object of the API: what the program makes of an event is
// hardly ever made twice before a worker has it.
func pointsToOwn(key ssa.Value) bool {
	v := ways.Underlying(key)
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	ptr, ok := v.Type().Underlying().(*types.Pointer)
	if !ok || isName(ptr.Elem(), 0) {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(ptr, true, nil, "GetResourceVersion")
	return m == nil
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

// maxDepth bounds how deep it is followed what becomes of an item.
const maxDepth = 4

// unequal returns the type of a key that is used in a block, if two keys for one object are not equal; "" if they are.
func (p *program) unequal(key ssa.Value, c *class, at *ssa.BasicBlock) (string, Form) {
	v := ways.Underlying(key)
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	t := v.Type()
	name := types.TypeString(t, types.RelativeTo(p.pass.Pkg))
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if _, fresh := source(v).(*ssa.Alloc); fresh && !isName(u.Elem(), 0) && (c.ops&forgot != 0 || c.ops&limited == 0) {
			return "", 0 // each is a piece of work of its own
		}
		return name, Plain
	case *types.Interface:
		if u.Empty() && p.ofEvent(v, maxDepth) && !textOf(v, at) {
			return name, Plain
		}
		for m := range u.Methods() {
			if m.Name() == "GetObjectKind" || m.Name() == "GetResourceVersion" {
				return name, Plain
			}
		}
	case *types.Struct:
		if holdsPointer(t, 0) || p.storesPointer(v) {
			return name, HoldsObject
		}
	}
	return "", 0
}

// textOf reports whether an interface is known to hold a text where a block runs.
func textOf(v ssa.Value, at *ssa.BasicBlock) bool {
	t := asserted(v, at)
	return t != nil && isName(t, 0)
}

// asserted returns the type that a value of an interface was asserted to have where a block runs, nil if it was not.
func asserted(v ssa.Value, at *ssa.BasicBlock) types.Type {
	uses := v.Referrers()
	if uses == nil {
		return nil // a constant or a variable of the package
	}
	for assertion := range ssacode.Only[*ssa.TypeAssert](*uses) {
		if !assertion.CommaOk {
			continue
		}
		for ok := range ssacode.Only[*ssa.Extract](*assertion.Referrers()) {
			if ok.Index != 1 {
				continue
			}
			for branch := range ssacode.Only[*ssa.If](*ok.Referrers()) {
				if yes := branch.Block().Succs[0]; len(yes.Preds) == 1 && yes.Dominates(at) {
					return assertion.AssertedType
				}
			}
		}
	}
	return nil
}

// isName reports whether values of a type are texts, or structs of nothing but texts: they name something, and would do as keys.
func isName(t types.Type, depth int) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Struct:
		for f := range u.Fields() {
			if depth > 2 || !isName(f.Type(), depth+1) {
				return false
			}
		}
		return u.NumFields() > 0
	}
	return false
}

// holdsPointer reports whether a struct has a field that is a pointer or an interface.
func holdsPointer(t types.Type, depth int) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 3 {
		return false
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time" {
		return false
	}
	for f := range st.Fields() {
		switch f.Type().Underlying().(type) {
		case *types.Pointer:
			return true
		case *types.Interface:
			if _, is := types.Unalias(f.Type()).(*types.TypeParam); !is && f.Type().Underlying().(*types.Interface).NumMethods() > 0 {
				return true // what an any holds may be a text
			}
		case *types.Struct:
			if holdsPointer(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// storesPointer reports whether a struct is written down with a pointer, or the object of an event, in a field that can be anything.
func (p *program) storesPointer(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	lit, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for field := range ssacode.Only[*ssa.FieldAddr](*lit.Referrers()) {
		for store := range ssacode.Only[*ssa.Store](*field.Referrers()) {
			if m, ok := store.Val.(*ssa.MakeInterface); ok {
				if _, ptr := m.X.Type().Underlying().(*types.Pointer); ptr {
					return true
				}
			} else if it, ok := store.Val.Type().Underlying().(*types.Interface); ok && it.Empty() && p.ofEvent(store.Val, maxDepth) {
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
