package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/value"
)

// A loop that looks up functions in a table by keys which are not known calls in each round every
// function of the table: the program makes n calls where following it takes n times n. What a further
// call with the same arguments does others have done, so that some rounds show it.

// sameRounds of one function at one place are followed where it is called with the same over and over.
const sameRounds = 4

// Choosing reports whether what runs is one of several functions that some value can be, or is called by it: each is followed as if
// that value was it.
func (in *Interp) Choosing() bool { return in.choices > 0 }

// pointedTo returns what the arguments of a call point to.
func (c *Call) pointedTo() []value.Value {
	contents := make([]value.Value, len(c.Args))
	for i, a := range c.Args {
		if p, ok := value.Dynamic(a).(value.Ptr); ok {
			contents[i] = c.mem.Get(p.Obj)
		}
	}
	return contents
}

// mostReached bounds what the arguments of a call lead to that is compared.
const mostReached = 1000

// reached returns all that the arguments of a call lead to. It is false if that is more than is compared.
func (c *Call) reached() (contents []value.Value, all bool) {
	w := value.Walker{Memory: c.mem, Visit: func(v value.Value, _ int) bool {
		contents = append(contents, v)
		return len(contents) < mostReached
	}}
	for _, a := range c.Args {
		w.Walk(a)
	}
	c.Did(len(contents))
	return contents, len(contents) < mostReached
}

// inRound makes a call of one of several functions that a value can be, or of a goroutine, unless that only repeats calls at the same
// place: contents is what it was given leads to, as far as it is compared.
func (in *Interp) inRound(c *Call, fn value.Value, contents []value.Value, call func() value.Value) value.Value {
	site := callSite{c.At.Node, c.At.Pos}
	args := slices.Clone(c.Args)
	var round *roundCall
	for _, r := range in.rounds[site] {
		if value.Same(r.fn, fn) && slices.EqualFunc(r.args, args, value.Same) && slices.EqualFunc(r.contents, contents, value.Same) {
			round = r
			break
		}
	}
	if round != nil && round.times >= sameRounds {
		return round.result
	}
	v := call()
	if in.ended() || in.Exhausted() {
		return v
	}
	if round == nil {
		round = &roundCall{fn: fn, args: args, contents: contents}
		in.rounds[site] = append(in.rounds[site], round)
	}
	round.result = in.work.Join(round.result, v)
	round.times++
	return v
}
