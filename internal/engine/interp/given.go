package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A GivenCall is a call of a function with what it was given, which can be made once more.
type GivenCall struct {
	Fn    *code.Func
	given []value.Value // the arguments, and behind them what the function is bound to
}

// Given returns a call that is in progress.
func Given(n *value.Node) GivenCall {
	return GivenCall{n.Fn, slices.Clone(n.Registers[:n.Fn.Params+n.Fn.Free])}
}

// Like reports whether two calls are of one function, with the same objects.
func (g GivenCall) Like(other GivenCall) bool {
	return g.Fn == other.Fn && slices.EqualFunc(g.given, other.given, func(x, y value.Value) bool {
		p, isPtr := value.Dynamic(x).(value.Ptr)
		q, alsoPtr := value.Dynamic(y).(value.Ptr)
		return isPtr == alsoPtr && p == q
	})
}

// Run makes the call in the state that in is in, with a share of the work until it comes to something. A bound that it meets is not
// one of the program's: nothing of what it does need be known.
func (g GivenCall) Run(in *Interp) {
	bounds := in.bounds
	defer func() { in.bounds = bounds }()
	args := g.given[:g.Fn.Params]
	in.share = in.shareOf(shares)
	in.through(func() {
		types := in.typeParams(g.Fn, &Call{Interp: in, Args: args}, nil)
		in.call(g.Fn, args, g.given[g.Fn.Params:], types, value.Place{Pos: g.Fn.Pos})
	})
	in.share = nil
	in.settle()
}

// WorkLeft returns how much work the run may still do.
func (in *Interp) WorkLeft() int { return in.work.Limit - in.work.Done }

// Uncalled reports whether the program made a function that is wanted, and nothing that is followed has called it.
func (in *Interp) Uncalled(wanted func(sym symbol.Name) bool) bool {
	return slices.ContainsFunc(in.pending, func(c *value.Closure) bool { return !in.called[c.Sym] && in.waits(c, wanted) })
}

// waits reports whether a function that the program made is wanted, and has not been called.
func (in *Interp) waits(c *value.Closure, wanted func(sym symbol.Name) bool) bool {
	return c.Fn != nil && !in.ran[c] && wanted(c.Sym) && !handedOn(c.Fn, c.At.Node)
}

// LeadsToUncalled reports whether a function mentions one that is wanted and has not been called, or leads to such by mentions.
func (in *Interp) LeadsToUncalled(fn *code.Func, wanted func(sym symbol.Name) bool) bool {
	seen := map[*code.Func]bool{fn: true}
	for list := []*code.Func{fn}; len(list) > 0; list = list[1:] {
		for _, sym := range list[0].Uses {
			used := in.Root.Find(sym)
			if used == nil || seen[used] || !wanted(sym) {
				continue
			}
			if !in.called[sym] {
				return true
			}
			seen[used] = true
			list = append(list, used)
		}
	}
	return false
}
