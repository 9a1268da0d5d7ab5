package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

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
