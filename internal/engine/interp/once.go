package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Repeater is a [Host] that can do without calls being followed that only repeat others.
type Repeater interface {
	// Repeats reports whether a call of the function with the symbol need not be followed if one with the
	// same arguments was, all of which callers decide.
	Repeats(sym symbol.Name) bool
	// Repeat is told of such a call. If it is not followed, first reports whether a place was reached in the call
	// that it repeats; else first is nil.
	Repeat(c *Call, first func(value.Place) bool)
	// RanApart reports whether a call with such arguments was followed when the package of the function was analysed, and need not
	// be again: like one that is followed here, it left alone all that several calls can reach.
	RanApart(c *Call) bool
}

// A followed call is one of a function that was given nothing but what callers decide.
type followedCall struct {
	result value.Value
	fn     *code.Func
	at     value.Place
}

// made reports whether a place was reached in the call.
func (f followedCall) made(p value.Place) bool {
	for n := p.Node; n != nil; n = n.Caller {
		if n.Fn == f.fn && n.Caller == f.at.Node && n.At == f.at.Pos {
			return true
		}
	}
	return false
}

// FollowOnce prepares for calls that need not be followed again: init is what happens before them all.
func (in *Interp) FollowOnce(init func()) {
	in.starting = true
	init()
	in.starting = false
	in.repeater, _ = in.Host.(Repeater)
	in.followed = make(map[string]followedCall)
	in.untouched = in.mem.Version()
}

// follow makes a call of a function whose code is known, unless it repeats another: then its effect is that of
// the other, which has left alone all that several calls can reach.
func (c *Call) follow() value.Value {
	key := c.paramKey()
	if key == "" {
		return c.run()
	}
	if have, ok := c.followed[key]; ok {
		c.repeater.Repeat(c, have.made)
		c.called[c.Sym] = true
		return have.result
	}
	if c.asDeclared() && c.repeater.RanApart(c) {
		c.called[c.Sym] = true
		return unknownResults(c.fn.Results, &value.Unknown{Why: "an error", At: c.At})
	}
	c.repeater.Repeat(c, nil)
	v := c.run()
	if !c.ended() && !c.Exhausted() && c.mem.Version() == c.untouched && plain(v) {
		c.followed[key] = followedCall{v, c.fn, c.At}
	}
	return v
}

// paramKey tells calls apart whose arguments are decided by callers that are not known, made while nothing has
// changed that other calls can reach. It is "" for any other call.
func (c *Call) paramKey() string {
	if c.repeater == nil || c.mem.Version() != c.untouched || len(c.bound) > 0 || len(c.fn.TypeParams) > 0 || !c.repeater.Repeats(c.Sym) {
		return ""
	}
	key := string(c.Sym)
	for _, a := range c.Args {
		open, ok := a.(*value.Param)
		if !ok {
			return ""
		}
		key += " " + open.Name
	}
	return key
}

// asDeclared reports whether a call whose arguments are decided by callers is given for each parameter what [Params] has for it, and
// returns at most an error.
func (c *Call) asDeclared() bool {
	for i, a := range c.Args {
		if open, ok := a.(*value.Param); !ok || i >= c.fn.Params || open.Name != c.fn.ParamNames[i] {
			return false
		}
	}
	return len(c.Args) == c.fn.Params && errorAtMost(c.fn)
}

// RunApart is Run with arguments that callers decide. It reports whether the call returned and, with all that runs because of it, left
// alone what other calls can reach; it does so only in a run that FollowOnce has begun.
func (in *Interp) RunApart(fn *code.Func) (alone bool) {
	how := in.through(func() { in.call(fn, Params(fn), nil, nil, value.Place{Pos: fn.Pos}) })
	in.settle()
	return how == Returns && in.repeater != nil && in.mem.Version() == in.untouched && errorAtMost(fn)
}

// FollowedOpen returns the functions that were called with what [Params] has for their parameters, and have left alone what other calls can
// reach.
func (in *Interp) FollowedOpen() []*code.Func {
	var list []*code.Func
	for key, f := range in.followed {
		if key == openKey(f.fn) && errorAtMost(f.fn) {
			list = append(list, f.fn)
		}
	}
	return list
}

// errorAtMost reports whether a function returns nothing but an error, if anything.
func errorAtMost(fn *code.Func) bool {
	return fn.Results == 0 || fn.Results == 1 && fn.ErrResult
}

// openKey is the paramKey of a call with what [Params] has for the parameters.
func openKey(fn *code.Func) string {
	key := string(fn.Sym)
	for _, name := range fn.ParamNames {
		key += " " + name
	}
	return key
}

// plain reports whether a result refers to nothing that was made in the call.
func plain(v value.Value) bool {
	plain := true
	w := value.Walker{Visit: func(x value.Value, _ int) bool {
		switch x.(type) {
		case value.Tuple, *value.Union:
			return true
		case value.Zero, *value.Basic, *value.Unknown:
		default:
			plain = false
		}
		return false
	}}
	return w.Walk(v) && plain
}
