package host

import (
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/memo"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Branch is told of a condition whose outcome is not known, on the way where it is yes
// or not.
func (p *probe) Branch(cond value.Value, at code.Pos, yes bool) {
	onRequest, configured, saidSo := false, true, false
	eachDep(cond, func(v value.Value) {
		switch v := v.(type) {
		case *mark:
			onRequest, saidSo = onRequest || v == request, saidSo || v == said
			configured = false
		case *value.Unknown: // of which nothing is known but where it comes from
			configured = configured && v.Set
		}
	})
	if !onRequest && !configured {
		p.parted = p.parted || !saidSo
		return
	}
	p.change(func(s state) state {
		if onRequest {
			s.unless = at
		}
		if !configured {
			return s
		}
		return s.with(Switch{at, yes})
	})
}

// with returns the state with one more switch.
func (s state) with(one Switch) state {
	known := slices.ContainsFunc(s.switches, func(have Switch) bool { return have.At == one.At })
	if !known && len(s.switches) < maxSwitches {
		s.switches = append(slices.Clone(s.switches), one)
	}
	return s
}

// eachDep calls f for what a value was computed from.
func eachDep(v value.Value, f func(value.Value)) {
	w := value.Walker{Visit: func(v value.Value, _ int) bool {
		switch x := v.(type) {
		case *value.Arith, *value.Iface, *value.Union, *value.Struct:
			return true
		case *value.Unknown:
			if len(x.Deps) > 0 {
				return true
			}
		}
		f(v)
		return false
	}}
	w.Walk(v)
}

// reached notes that an innermost reconciler is reached.
func (p *probe) reached() { p.reachedIn(p.state()) }

func (p *probe) reachedIn(states value.Value) {
	list, ok := p.simplified(states)
	if !ok {
		p.chain.WhyUnknown = "more ways to reconcile than are followed"
	}
	if p.innermost != "" {
		p.chain.Inner = memo.Add(p.chain.Inner, p.innermost)
	}
	for _, s := range list {
		p.chain.Ways = append(p.chain.Ways, Way{Asked: s.asked, Switches: s.switches, Unless: s.unless})
	}
}

// note adds a limiter to those asked on the ways that lead here.
func (p *probe) note(a Asked) {
	p.asks++
	if len(p.by) > 0 && a.By == "" {
		a.By = p.by[len(p.by)-1]
	}
	a.Waits = a.Waits || p.sleeps(a.By)
	a.Around = slices.Clone(p.around)
	p.use(a.Limiter)
	for _, v := range slices.Concat(a.Around, LimitersWithin(p.Interp, a.Limiter)) {
		p.use(v)
	}
	id := slices.IndexFunc(p.chain.Asked, func(b Asked) bool {
		return value.Same(a.Limiter, b.Limiter) && slices.EqualFunc(a.Around, b.Around, value.Same) && a.Named == b.Named
	})
	if id < 0 {
		id = len(p.chain.Asked)
		a.Within, a.Rates = LimitersWithin(p.Interp, a.Limiter), rates(p.Interp, a.Limiter)
		p.chain.Asked = append(p.chain.Asked, a)
	}
	p.change(func(s state) state {
		if !slices.Contains(s.asked, id) {
			s.asked = append(slices.Clone(s.asked), id)
			slices.Sort(s.asked)
		}
		return s
	})
}

// noteNil notes that middleware asks a limiter that is nil. That is so for certain on every way, and in the code of a library, whose
// fields the program cannot set later.
func (p *probe) noteNil(limiter value.Value, by symbol.Name, at code.Pos) {
	if _, isNil := value.Dynamic(limiter).(value.Zero); !isNil {
		return
	}
	list, ok := p.current()
	if ok && len(list) == 1 && len(list[0].switches) == 0 && !list[0].unless.IsValid() && !p.parted && at.InDependency() {
		p.chain.NilAsked = by
	} else {
		p.chain.WhyUnknown = "the limiter that " + by.Short() + " asks is nil here, and may be set on another way or later"
	}
}

// ask handles the call of a method whose name is that of one that asks a limiter. The
// name alone makes no limiter: one is a primitive, or leads to a time. What can be read
// is looked into.
func (p *probe) ask(c *interp.Call, kind known.Kind) (value.Value, bool) {
	if c.Dynamic {
		if len(p.by) > 0 {
			p.noteNil(c.Args[0], p.by[len(p.by)-1], c.At.Pos)
		}
		// What is known of the receiver follows as a call of its own.
		value.Each(c.Args[0], func(x value.Value) {
			switch x.(type) {
			case *value.Param, *value.Unknown:
				p.note(Asked{Limiter: x, Uncertain: kind != known.LimiterMethod && !tellsTime(c), Waits: namedWait(c.Sym)})
			}
		})
		return nil, false
	}
	switch fn := c.Code(); {
	case kind == known.LimiterMethod, known.Func(c.Sym.Owner()) == known.NewLimiter:
		p.note(Asked{Limiter: c.Args[0], Waits: namedWait(c.Sym)})
		return p.answer(c), true
	case known.RuntimeLimiter(c.Sym):
		p.note(Asked{Limiter: c.Args[0], Waits: fn != nil && waits(c.Root, fn)})
	case fn == nil:
		p.note(Asked{Limiter: c.Args[0], Uncertain: !tellsTime(c), Waits: namedWait(c.Sym)})
	default:
		asks := p.asks
		p.around = append(p.around, c.Args[0])
		v := c.Continue()
		p.around = p.around[:len(p.around)-1]
		// A limiter that keeps times itself is asked on all its ways, also where it has a token at once.
		if p.asks == asks && (tellsTime(c) || keepsTime(c.Root, fn, noFunc)) || keepsTime(c.Root, fn, known.Asks) {
			p.note(Asked{Limiter: c.Args[0], PerItem: keyedByItem(fn), Waits: waits(c.Root, fn)})
			return p.answer(c), true // what it says of the first request it may not say of the next
		}
		if p.asks != asks {
			// Where it asks nobody it may as well turn the request away: its results of all ways are one value.
			p.note(Asked{Limiter: c.Args[0], Uncertain: true})
		}
		return v, true
	}
	return p.answer(c), true
}

// answer is what a limiter says: a condition on it is none on the request.
func (p *probe) answer(c *interp.Call) value.Value {
	one := *c
	one.Args = []value.Value{said}
	return one.Unread()
}

// tellsTime reports whether a call returns a time or a duration.
func tellsTime(c *interp.Call) bool {
	return known.TellsTime(c.Shape.FirstResult)
}

// keepsTime reports whether a method's type has to do with time: whether its methods, what
// makes it, or what these call, read or use a clock. Calls of functions but reports true for are not followed.
func keepsTime(root *code.Package, method *code.Func, but func(sym symbol.Name) bool) bool {
	typ := method.Sym.Owner()
	for _, sym := range slices.Sorted(maps.Keys(method.Pkg.Funcs)) {
		fn := method.Pkg.Funcs[sym]
		if (typ == "" || sym.Owner() == typ || makes(fn, typ)) && usesClock(root, fn, but) {
			return true
		}
	}
	return false
}

// keyedByItem reports whether a limiter's method looks its argument up in a map.
func keyedByItem(fn *code.Func) bool {
	const item = 1 // the parameter after the receiver
	return fn.Params > item && fn.Body().Any(func(in *code.Instr) bool {
		return (in.Op == code.OpLookup || in.Op == code.OpMapUpdate) && in.Args[1] == item
	})
}

// namedWait reports whether a limiter's method waits by its name: When, Allow and Reserve tell how long to.
func namedWait(sym symbol.Name) bool { return strings.HasPrefix(sym.Last(), "Wait") }

// mostLed bounds the functions besides the first in which a wait or a clock is looked for.
const mostLed = 100

// waits reports whether a function may wait before it returns: whether it, or what it calls,
// sleeps, or receives what a goroutine sends.
func waits(root *code.Package, fn *code.Func) bool { return leadsWithin(root, fn, mostLed, pauses) }

// pauses says of an instruction whether it sleeps, or receives something.
func pauses(in *code.Instr) (it, goOn bool) {
	switch in.Op {
	case code.OpUnknown:
		return in.Str == code.Received, false
	case code.OpCall, code.OpInvoke:
		return known.Wait(in.Symbol()) != known.NoWait, true
	}
	return false, false
}

// sleeps reports whether the Reconcile of a middleware waits by itself, for as long as a limiter has told it.
func (p *probe) sleeps(middleware symbol.Name) bool {
	return leadsWithin(p.Root, p.Root.Find(middleware.Member("Reconcile")), 0, pauses)
}

func noFunc(symbol.Name) bool { return false }

func makes(fn *code.Func, typ symbol.Name) bool {
	return fn.Body().Any(func(in *code.Instr) bool { return in.Op == code.OpAlloc && code.BaseType(in.Str) == typ })
}

func usesClock(root *code.Package, fn *code.Func, but func(sym symbol.Name) bool) bool {
	return leadsWithin(root, fn, mostLed, func(in *code.Instr) (it, goOn bool) {
		switch in.Op {
		case code.OpCall, code.OpInvoke, code.OpDefer, code.OpGo, code.OpClosure:
			return known.Clock(in.Symbol()), !but(in.Symbol())
		}
		return false, false
	})
}

// limiterDepth bounds how deep in a limiter others are looked for: each pointer and each struct counts.
const limiterDepth = 8

// LimitersWithin returns the limiters that a limiter holds: a bucket, or whatever
// its type's fields have that can be asked.
func LimitersWithin(in *interp.Interp, l value.Value) []value.Value {
	var out []value.Value
	walkLimiter(in, l, func(v value.Value, outermost bool) bool {
		switch v := v.(type) {
		case value.Ptr:
			if !outermost {
				out = append(out, v)
			}
			return known.Func(code.BaseType(v.Obj.Type)) != known.NewLimiter
		case *value.Param:
			if !outermost {
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// rates returns what sets the rates of a limiter and of those it holds.
func rates(in *interp.Interp, l value.Value) []value.Value {
	var out []value.Value
	walkLimiter(in, l, func(v value.Value, _ bool) bool {
		s, ok := v.(*value.Struct)
		if !ok {
			return true
		}
		args, ok := s.Fields["Args"].(value.Tuple)
		made := ok && len(args) > 0 && known.Func(code.BaseType(s.Type)) == known.NewLimiter
		if made {
			out = append(out, args[0])
		}
		return !made
	})
	return out
}

// walkLimiter visits a limiter and what its fields lead to.
func walkLimiter(in *interp.Interp, l value.Value, visit func(v value.Value, outermost bool) bool) {
	w := value.Walker{Memory: in.Memory(), Known: true}
	w.Visit = func(v value.Value, depth int) bool {
		switch v.(type) {
		case *value.Iface, *value.Union:
			return depth <= limiterDepth
		case value.Ptr, *value.Struct, *value.Param:
			return depth <= limiterDepth && visit(v, depth == 0)
		}
		return false
	}
	value.Each(value.Dynamic(l), func(x value.Value) { w.Walk(value.Dynamic(x)) })
}

// WantsShape reports whether [Host.Follow] needs the types of a call's last parameter
// and first result.
func WantsShape(sym symbol.Name, result string) bool {
	return result == known.Reconcile+".Result" || sym.Last() == "Reconcile" || known.Asks(sym)
}
