package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// Most of a program leads to no controller: what encodes and copies its objects, what it does in between. It is followed all the
// same, since it may compute a limit. But what leads to nothing must not use up the work that the rest needs, so
// such a function gets a share, and where it takes more nothing is known of what it computes.

// A share is the work that a function may take which leads to nothing.
type share struct {
	until int // of the work that is done
}

// Of the work that is left a function gets one part in shares; where it took all of it before, or all such functions took half of all work,
// one of afterOnce of that. All its calls together get no more than that part of all work.
const (
	shares    = 16
	afterOnce = 16
	enough    = 2 // times that a function takes all of its share: from then on it is not followed
)

// tooMuch is why nothing is known of what such a function computes.
const tooMuch = "what takes too much work to be followed"

// shareOf returns one part in so many of the work that is left, and no more than the function in progress has.
func (in *Interp) shareOf(parts int) *share {
	left := in.work.Limit
	if in.share != nil {
		left = min(left, in.share.until)
	}
	return &share{until: in.work.Done + (left-in.work.Done)/parts}
}

// overShare reports whether the function in progress took all of its share.
func (in *Interp) overShare() bool { return in.share != nil && in.work.Done > in.share.until }

// CutShort reports whether a function took all of its share, so that not all of what it does is known.
func (in *Interp) CutShort() bool { return len(in.taken) > 0 }

// followShare follows a call of a function whose code is known, with a share of the work if it leads to nothing.
func (in *Interp) followShare(c *Call) value.Value {
	switch {
	case in.Leads == nil:
		return c.follow()
	case in.Leads(c.fn.Sym):
		in.share = nil // the function around it does lead to something
		return in.followAgain(c)
	case in.share != nil:
		return c.follow()
	}
	times := in.taken[c.fn]
	if times >= enough || in.spent[c.fn] > maxWork/shares {
		in.taken[c.fn] = enough
		return in.skip(c)
	}
	done := in.work.Done
	left := (in.work.Limit - in.work.Done) / shares
	if times > 0 || in.nothing > in.work.Limit/2 {
		left /= afterOnce
	}
	mine := &share{until: in.work.Done + left}
	in.share = mine
	v := c.follow()
	if in.share != mine { // it led to something
		return v
	}
	in.spent[c.fn] += in.work.Done - done
	in.nothing += in.work.Done - done
	over := in.overShare()
	in.share = nil
	if !over || in.work.Over() {
		return v
	}
	in.taken[c.fn]++
	in.End(Returns)
	return in.skip(c)
}

// skip makes unknown what a function computes that is not followed, or not to its end.
func (in *Interp) skip(c *Call) value.Value {
	from := &value.Unknown{Why: tooMuch, At: c.At, Unresolved: true}
	for _, a := range c.variadic() {
		in.havoc(a, from)
	}
	for _, v := range c.bound {
		in.havoc(v, from)
	}
	in.havocStores(c.fn, from, make(map[*code.Func]bool), 0)
	return unknownResults(c.Results, from)
}
