package host

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// All returns the limiter with those around it and within it.
func (a *Asked) All() []value.Value {
	return slices.Concat(a.Around, []value.Value{a.Limiter}, a.Within)
}

// Follow runs a reconciler as a request would, up to the innermost reconciler that it
// wraps, apart from the run in progress. Where a reconcile leaves behind what the next one reads, it is run once more with that, and
// where all of it is more than is followed, with what can come to a limiter or another reconciler alone (longwork/limited).
func (h *Host) Follow(in *interp.Interp, reconciler value.Value, at value.Place) Chain {
	p := h.follow(in, reconciler, at, nil)
	if p.Exhausted() {
		p = h.follow(in, reconciler, at, make(map[*code.Func]bool))
	}
	if len(p.kept) > 0 {
		in.Isolated(func() {
			for o, v := range p.kept {
				in.Store(value.Ptr{Obj: o}, v)
			}
			p = h.follow(in, reconciler, at, p.leads)
		})
	}
	return p.chain
}

func (h *Host) follow(in *interp.Interp, reconciler value.Value, at value.Place, leads map[*code.Func]bool) *probe {
	p := &probe{Host: h, leads: leads, main: in, states: make(map[string]*state), simple: make(map[*value.Union][]*state),
		places: make(map[code.Pos]int), kept: make(map[*value.Object]value.Value)}
	p.Interp = in.Fork(p, reconcilerSteps)
	p.gone = make(map[value.Value]bool)
	defer func() { p.gone = nil }()
	p.place = p.New("what was asked", p.intern(state{}), at).Obj
	of := alternatives(reconciler)
	for i, x := range of {
		p.Isolated(func() {
			p.Store(value.Ptr{Obj: p.place}, p.intern(state{}))
			p.choose(of, i)
			p.outermost(x)
			p.reconcile(x, at)
			for o, v := range keptFrom(in.Memory(), p.Memory()) {
				p.kept[o] = value.Join(p.kept[o], v)
			}
		})
	}
	if p.Exhausted() {
		p.chain.WhyUnknown = "a reconciler that does more before it reconciles than is followed"
	}
	if len(p.chain.Asked) == 0 && !p.chain.Unresolved && !h.mayAsk(in.Root) {
		p.chain.WhyUnknown = "" // whatever it wraps, there is no code that asks a limiter
	}
	if c := &p.chain; len(c.Ways) > 0 && c.WhyUnknown == "" && !c.ByCallers && !c.Unresolved {
		c.leaveOthers()
	}
	return p
}

// leaveOthers leaves out the limiters that are asked on no way to an innermost reconciler: they limit some other work of it, such as how
// often it looks for kinds.
func (c *Chain) leaveOthers() {
	var kept []Asked
	for id := range c.Asked {
		on := false
		for _, w := range c.Ways {
			if i := slices.Index(w.Asked, id); i >= 0 {
				on, w.Asked[i] = true, len(kept)
			}
		}
		if on {
			kept = append(kept, c.Asked[id])
		}
	}
	c.Asked = kept
}

// outermost notes what the reconciler is that the controller is given.
func (p *probe) outermost(v value.Value) {
	switch x := v.(type) {
	case *value.Iface:
		p.chain.Type = code.BaseType(x.Type)
		if ptr, ok := x.V.(value.Ptr); ok {
			p.chain.Made = ptr.Obj.At
		} else if cl, ok := x.V.(*value.Closure); ok {
			p.chain.Type, p.chain.Made = cl.Sym, cl.At
		}
	case value.Ptr:
		p.chain.Type, p.chain.Made = code.BaseType(x.Obj.Type), x.Obj.At
	}
}

// reconcile calls a reconciler that was handed over.
func (p *probe) reconcile(v value.Value, at value.Place) {
	if v != nil && !value.IsZero(v) {
		reconcile(p.Interp, v, at)
	}
}

// Call handles what a reconciler calls.
func (p *probe) Call(c *interp.Call) (value.Value, bool) {
	if p.asking {
		return p.delays(c)
	}
	switch kind := known.Func(c.Sym); {
	case kind == known.Unresolved:
		p.stood++
		if slices.Contains(c.Types, known.Result) { // in the place of a reconciler
			p.chain.Unresolved = true
		}
		return c.Unresolved(), true
	case known.Counts(c.Sym):
		c.Unread()
		return &value.Unknown{Why: "a number that each reconcile changes", At: c.At}, true
	case helps(c.Sym, c.Shape):
		return c.Unread(), true
	case p.reconciles(c):
		return p.inner(c)
	case c.Sym == "":
		return nil, false
	case known.Asks(c.Sym) && len(c.Args) > 0:
		return p.ask(c, kind)
	case kind == known.LimiterMethod:
		return c.Unread(), true
	case kind == known.NewLimiter:
		return limiterValue(c), true // one that lives no longer than the request
	case kind.Creates():
		return c.Unread(), true // it runs when the program is said to do so
	case p.skips(c):
		return c.Unread(), true
	}
	return p.Host.Call(c)
}

// Knows reports whether Call may know a function: it knows more than the host of the program's run does.
func (p *probe) Knows(sym symbol.Name) bool {
	return known.Asks(sym) || known.Counts(sym) || sym.Last() == "Reconcile" || p.Host.Knows(sym)
}

// reconciles reports whether a call is one of an inner reconciler: of a method Reconcile that
// takes a request and returns what controller-runtime's does, or of a function value
// that returns it. Operators give the name to helpers too, which take an object instead.
func (p *probe) reconciles(c *interp.Call) bool {
	if known.IsReconcile(c.Sym) {
		return true
	}
	if c.Shape.FirstResult != known.Result {
		return false
	}
	return c.Value || c.Sym.Last() == "Reconcile" && len(c.Args) == 3 && !strings.HasPrefix(c.Shape.LastParam, "*")
}

// inner handles the call of a reconciler by another, or by the controller.
func (p *probe) inner(c *interp.Call) (value.Value, bool) {
	switch {
	case c.Sym == "": // a function value, not yet looked into
		if of := alternatives(c.Func); p.isChoice(of) {
			return p.eitherOf(c, of, func(one *interp.Call, x value.Value) value.Value { return one.Invoke(x, one.Args...) })
		}
		value.Each(c.Func, p.unfollowed)
		return nil, false
	case c.Dynamic:
		if of := alternatives(c.Args[0]); p.isChoice(of) {
			return p.eitherOf(c, of, func(one *interp.Call, x value.Value) value.Value {
				one.Args = append([]value.Value{x}, c.Args[1:]...)
				return one.InvokeMethod()
			})
		}
		value.Each(c.Args[0], p.unfollowed)
		return nil, false
	case p.isNamed(c):
		p.note(Asked{Named: true, By: c.Sym.Owner()})
		p.reached()
		return c.Unread(), true
	}
	if m, ok := known.MiddlewareType(c.Sym.Owner()); ok && !c.Value {
		p.note(Asked{Limiter: p.Field(c.Args[0], m.Limiter), By: c.Sym.Owner()})
		p.lengthens(c)
		p.reconcile(p.Field(c.Args[0], m.Inner), c.At)
		return c.Unread(), true
	}
	fn := c.Code()
	p.innermost = c.Sym.Owner()
	function := c.Value && c.Sym.Last() != "Reconcile"
	handed := p.handed || !function
	p.handed = false
	if !function {
		p.main.Adopt(c.Args[0]) // its Reconcile will be called
	}
	switch {
	case !handed && p.skips(c):
		return c.Unread(), true
	case fn == nil && !function:
		p.unread(c)
		return c.Unread(), true
	case fn == nil:
		if c.Root.PackageOf(c.Sym) == nil {
			p.chain.WhyUnknown = "the function " + c.Sym.Written() + " cannot be read"
		} else {
			p.reconciled(c) // its code mentions nothing that matters
		}
		return c.Unread(), true
	case handed && !p.mayWrap(fn) && !asksItself(fn):
		p.reconciled(c)
		return c.Unread(), true
	case p.depth >= maxChain:
		p.chain.WhyUnknown = "more wrappers than are followed"
		return c.Unread(), true
	}
	ways, open, lost := len(p.chain.Ways), p.chain.ByCallers, p.chain.WhyUnknown
	before, asked, asks, stood := p.state(), p.chain.Asked, p.asks, p.stood
	p.depth++
	p.by = append(p.by, middlewareName(c.Sym))
	v := c.Continue()
	p.by = p.by[:len(p.by)-1]
	p.depth--
	if len(p.chain.Ways) == ways && p.chain.ByCallers == open && p.chain.WhyUnknown == lost {
		if !handed && p.asks > asks {
			return v, true // it does not reconcile but limits, by the same signature
		}
		// It wraps nothing: what it asks limits its own work.
		p.innermost = c.Sym.Owner()
		p.chain.Itself = append(p.chain.Itself, p.askedSince(before)...)
		p.chain.Asked = asked
		p.askAgain(c)
		p.reachedIn(before)
		return v, true
	}
	p.chain.Unresolved = p.chain.Unresolved || p.stood > stood // it may have asked a limiter
	p.lengthens(c)
	return v, true
}

// middlewareName returns what people call the middleware that a function belongs to: the
// type of a method, the function that a function literal stands in, or the function itself.
func middlewareName(sym symbol.Name) symbol.Name {
	if outer := sym.Outermost(); outer != sym {
		return outer
	}
	if owner := sym.Owner(); owner != "" {
		return owner
	}
	return sym
}

// unfollowed notes a reconciler whose code is not known.
func (p *probe) unfollowed(v value.Value) {
	switch x := v.(type) {
	case *value.Param:
		p.chain.ByCallers = true
	case *value.Unknown:
		p.chain.Unresolved = p.chain.Unresolved || x.Unresolved
		p.chain.WhyUnknown = x.Why
	}
}

// unread handles a reconciler whose type or method is not in any code that is known.
func (p *probe) unread(c *interp.Call) {
	base := c.Sym.Owner()
	_, isFunc := value.Dynamic(c.Args[0]).(*value.Closure) // of a type of functions, whose Reconcile calls itself
	if isFunc || base == known.Reconcile+".Func" || base == known.Reconcile+".TypedFunc" {
		value.Each(value.Dynamic(c.Args[0]), func(x value.Value) {
			if cl, ok := x.(*value.Closure); ok {
				p.handed = true
				c.Invoke(cl, c.Args[1:]...)
			} else {
				p.chain.WhyUnknown = "a reconcile function that cannot be followed"
				p.unfollowed(x)
			}
		})
		return
	}
	if t := c.Root.FindType(base); t != nil && slices.Contains(t.Methods, "Reconcile") {
		p.reconciled(c) // its code mentions nothing that matters: it asks no limiter
		return
	}
	p.chain.WhyUnknown = "the Reconcile method of " + base.Written() + " cannot be read"
}

// isNamed reports whether settings name a reconciler's type, or the function that
// returned it.
func (p *probe) isNamed(c *interp.Call) bool {
	if c.Value || len(c.Args) == 0 {
		return false
	}
	if ptr, ok := value.Dynamic(c.Args[0]).(value.Ptr); ok && ptr.Obj.Type == middlewareType {
		return true
	}
	return p.settings.Middleware[c.Sym.Owner()]
}
