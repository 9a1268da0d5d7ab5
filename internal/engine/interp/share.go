package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// Most of a program leads to no controller: what encodes and copies its objects, what it does in between. It is followed all the
// same, since it may compute a limit. But what leads to nothing must not use up the work that the rest needs, so
// such a function gets a share, and where it takes more nothing is known of what it computes.

// Of the work that is left a function gets one part in shares; where it took all of it before, or all such functions took half of all work,
// one of afterOnce of that. All its calls together get no more than that part of all work.
const (
	shares    = 16
	afterOnce = 16
	enough    = 2 // times that a function takes all of its share: from then on it is not followed
)

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

// Exhausted reports whether the run was cut short by the bound on its length.
func (in *Interp) Exhausted() bool { return in.steps > in.Limit || in.work.Over() || in.overShare() }

// Fork returns an interpreter for a run aside: it begins with what in knows at this
// moment, and nothing that it does shows in in. It runs at most limit instructions, and
// of a function that only computes at most a share of them. It takes at most a share of the work that is left.
func (in *Interp) Fork(host Host, limit int) *Interp {
	out := *in
	out.Host, out.Limit, out.outer = host, limit, in
	out.way = way{mem: in.mem.Copy()}
	out.begin()
	out.cost = cost{work: in.work, repeatedBy: in.repeatedBy, share: in.shareOf(shares)}
	out.idleSteps = make(map[*code.Func]int) // the host may know other functions
	return &out
}

// extra is the part of a run's work that is added for what the run would have come to.
const extra = 8

// Extend lets a run that took all of its work take some more, once.
func (in *Interp) Extend() {
	if in.work.Over() && !in.extended {
		in.extended = true
		in.work.Limit += in.work.Limit / extra
	}
}

// Renew gives a run aside that begins later than it was forked its share of the work that is left by now.
func (in *Interp) Renew() {
	in.outer.Extend()
	in.share = nil
	in.share = in.shareOf(shares)
}
