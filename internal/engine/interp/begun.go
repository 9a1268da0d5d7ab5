package interp

import (
	"slices"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Begun is a call of a function with what it was given, which can be made once more.
type Begun struct {
	Fn          *code.Func
	args, bound []value.Value
}

// Begun returns a call that is in progress.
func (c *Call) Begun(n *value.Node) Begun {
	given := slices.Clone(n.Registers[:n.Fn.Params+n.Fn.Free])
	return Begun{n.Fn, given[:n.Fn.Params], given[n.Fn.Params:]}
}

// Run makes the call in the state that in is in, with a share of the work until it comes to something. A bound that it meets is not
// one of the program's: nothing of what it does need be known.
func (b Begun) Run(in *Interp) {
	bounds := in.bounds
	defer func() { in.bounds = bounds }()
	in.share = in.shareOf(shares)
	in.through(func() {
		types := in.typeParams(b.Fn, &Call{Interp: in, Args: b.args}, nil)
		in.call(b.Fn, b.args, b.bound, types, value.Place{Pos: b.Fn.Pos})
	})
	in.share = nil
	in.settle()
}

// Left returns how much work the run may still do.
func (in *Interp) Left() int { return in.work.Limit - in.work.Done }

// Idle reports whether the program made a function that is wanted, and nothing that is followed has called it.
func (in *Interp) Idle(wanted func(sym symbol.Name) bool) bool {
	return slices.ContainsFunc(in.pending, func(c *value.Closure) bool {
		return c.Fn != nil && !in.called[c.Sym] && wanted(c.Sym) && !handedOn(c.Fn, c.At.Node)
	})
}

// Leaves reports whether a function mentions one that is wanted and has not been called, or leads to such by mentions.
func (in *Interp) Leaves(fn *code.Func, wanted func(sym symbol.Name) bool) bool {
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
