package interp

import "github.com/rllint/rllint/internal/engine/code"

const (
	maxRecursion = 3     // calls in progress of one function, if it is not known that they end
	maxRepeated  = 1_000 // calls of one function by itself that are certain to be made
)

// The calls are those of one function that are in progress.
type calls struct {
	n         int
	undecided int // the forks in which the first of them stands
}

// enterCall notes that a call begins. What it returns is for leaveCall.
func (in *Interp) enterCall(fn *code.Func) (before calls, undecided int) {
	before = in.onStack[fn]
	now := calls{before.n + 1, before.undecided}
	if before.n == 0 {
		now.undecided = in.undecided
	}
	in.onStack[fn] = now
	in.depth++
	return before, in.undecided
}

// leaveCall notes that a call ends, and with it the forks in which it stood.
func (in *Interp) leaveCall(fn *code.Func, before calls, undecided int) {
	in.onStack[fn], in.undecided = before, undecided
	in.depth--
}

// inProgress returns how many calls of a function are in progress.
func (in *Interp) inProgress(fn *code.Func) int {
	n := 0
	for ; in != nil; in = in.outer {
		n += in.onStack[fn].n
	}
	return n
}

// mayRecur reports whether a call of a function is followed. One that calls itself is while it is certain to, as one that goes down a
// list that is known: it ends as it would. If that depends on what is not known, it may go on for ever.
func (in *Interp) mayRecur(fn *code.Func) bool {
	n := in.inProgress(fn)
	if n < maxRecursion {
		return true
	}
	own := in.onStack[fn]
	if own.n < n || own.undecided != in.undecided {
		return false
	}
	in.repeatedBy[fn]++
	return in.repeatedBy[fn] <= maxRepeated
}
