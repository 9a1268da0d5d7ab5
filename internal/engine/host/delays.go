package host

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/interp"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// random marks what is made of a random number.
var random = &mark{"chance"}

// IsRandom reports whether a value is a random number, or computed of one by what is not followed.
func IsRandom(v value.Value) bool {
	u, ok := v.(*value.Unknown)
	return ok && slices.ContainsFunc(u.Deps, func(d value.Value) bool { return d == value.Value(random) || IsRandom(d) })
}

// reconciled notes that the innermost reconciler is reached, and its delays.
func (p *probe) reconciled(c *interp.Call) {
	p.askAgain(c)
	p.reached()
}

// askAgain notes the delays of the reconciler that is called.
func (p *probe) askAgain(c *interp.Call) {
	if c.Value {
		p.delayed(&value.Unknown{Why: "a function value", At: c.At}, c.At)
		return
	}
	p.asking = true
	one := *c
	one.Sym = known.DelaysOf(c.Sym)
	if fn := p.Root.Find(one.Sym); fn != nil {
		p.Isolated(func() { c.Invoke(&value.Closure{Sym: one.Sym, Fn: fn, At: c.At}, c.Args...) })
	} else {
		p.delays(&one)
	}
	p.asking = false
}

// lengthens notes the delays of middleware: what it makes of those of the reconcilers that it wraps is among them.
func (p *probe) lengthens(c *interp.Call) {
	delays := p.chain.Delays
	p.chain.Delays = p.chain.Lengthened
	p.askAgain(c)
	p.chain.Delays, p.chain.Lengthened = delays, p.chain.Delays
}

// delays handles the calls that package requeue writes down, and those that compute the delays there: what is not known changes nothing.
func (p *probe) delays(c *interp.Call) (value.Value, bool) {
	switch {
	case c.Sym == known.Delay:
		p.delayed(arg(c, 0), c.At)
	case known.IsDelays(c.Sym):
		if p.Root.Find(c.Sym) != nil {
			return nil, false
		}
		if of := c.Sym.Outermost(); p.Root.PackageOf(of) == nil {
			p.delayed(&value.Unknown{Why: "the code of " + of.Written() + " is not looked into", At: c.At}, c.At)
		}
	case known.Random(c.Sym):
		return &value.Unknown{Why: "a random number", Deps: []value.Value{random}, At: c.At}, true
	case c.Sym == known.Jitter:
		return &value.Arith{Op: "+", X: arg(c, 0), Y: &value.Unknown{Why: "a random number", Deps: []value.Value{random}, At: c.At}}, true
	default:
		if v, ok := p.Host.Call(c); ok {
			return v, true
		}
		if c.Sym == "" || c.Dynamic || p.Root.Find(c.Sym) != nil {
			return nil, false
		}
		return &value.Unknown{Why: "what " + c.Sym.Written() + " returns", Deps: c.Args, At: c.At}, true
	}
	return nil, true
}

func (p *probe) delayed(v value.Value, at value.Place) {
	if !slices.ContainsFunc(p.chain.Delays, func(d Delay) bool { return d.At.Pos == at.Pos && value.Same(d.Value, v) }) {
		p.chain.Delays = append(p.chain.Delays, Delay{v, at})
	}
}
