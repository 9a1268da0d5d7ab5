package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

const (
	maxRecursion = 3     // calls in progress of one function, if it is not known that they end
	maxRepeated  = 1_000 // calls of one function by itself that are certain to be made
	maxShrinking = 100   // calls of one function by itself that may be made, with ever less to do
)

// enterCall notes that a call begins, with what it is given. What it returns is for leaveCall.
func (in *Interp) enterCall(fn *code.Func, args []value.Value) (before calls, undecided int) {
	before = in.onStack[fn]
	now := calls{n: before.n + 1, undecided: before.undecided, given: args, second: before.second}
	switch before.n {
	case 0:
		now.undecided = in.undecided
	case 1:
		now.second = in.mem.Copy()
	}
	in.onStack[fn] = now
	in.depth++
	return before, in.undecided
}

// leaveCall notes that a call ends, and with it the forks in which it stood.
func (in *Interp) leaveCall(fn *code.Func, before calls, undecided int) {
	now := in.onStack[fn]
	switch {
	case now.cut && before.n == 1:
		in.goneOn(fn, now.second)
	case now.cut && before.n > 0:
		before.cut = true
	}
	in.onStack[fn], in.undecided = before, undecided
	in.depth--
}

// goneOn makes unknown what further calls of a function by itself would change: what those that were followed did.
func (in *Interp) goneOn(fn *code.Func, before *value.Memory) {
	from := &value.Unknown{Why: "what a function computes that calls itself", At: value.Place{Pos: fn.Pos}, Unresolved: true}
	after := in.mem.Copy()
	value.Changed(before, after, func(o *value.Object) {
		if had := before.Get(o); had != nil {
			in.mem.Set(o, value.Further(had, after.Get(o), from))
		}
	})
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
// list that is known: it ends as it would. If that depends on what is not known it may go on for ever, unless it is given less each time.
func (in *Interp) mayRecur(fn *code.Func, args []value.Value, from value.Place) bool {
	n := in.inProgress(fn)
	if n < maxRecursion {
		return true
	}
	own := in.onStack[fn]
	most := maxRepeated
	if own.n < n || own.undecided != in.undecided {
		most = 0
		if own.n > 0 && shrinks(own.given, args) {
			most = maxShrinking
		}
	}
	if in.repeatedBy[fn]++; in.repeatedBy[fn] <= most {
		return true
	}
	if own.n > 0 {
		own.cut = true
		in.onStack[fn] = own
		if in.Leads != nil && in.Leads(fn.Sym) && in.differs(own.given, args) {
			in.met("a function calls itself with other arguments, and how often is not known", from)
		}
	}
	return false
}

// shrinks reports whether a call has less to do than the one by which it is made: a shorter list or text, or a number nearer to
// zero. Such calls end, whatever else ends them.
func shrinks(given, args []value.Value) bool {
	for i := range min(len(given), len(args)) {
		switch had := given[i].(type) {
		case value.Slice:
			if now, ok := args[i].(value.Slice); ok && had.Hi >= 0 && now.Hi >= 0 && now.Hi-now.Lo < had.Hi-had.Lo {
				return true
			}
		case *value.Basic:
			if a, ok := value.StringValue(had); ok {
				if b, ok := value.StringValue(args[i]); ok && len(b) < len(a) {
					return true
				}
			}
			a, ok1 := value.IntValue(had)
			b, ok2 := value.IntValue(args[i])
			if ok1 && ok2 && (0 <= b && b < a || a < b && b <= 0) {
				return true
			}
		}
	}
	return false
}

// differs reports whether a call is given anything that is known, and is not what the call was given by which it is made: one that
// only does the same again has nothing to add.
func (in *Interp) differs(given, args []value.Value) bool {
	for i := range min(len(given), len(args)) {
		had, now := given[i], args[i]
		switch x := value.Dynamic(now).(type) {
		case *value.Basic, value.Slice, value.Map, *value.Closure, *value.Struct:
		case value.Ptr:
			if in.isContext(x.Obj) || value.Same(in.Load(had), in.Load(x)) {
				continue
			}
		default:
			continue
		}
		if !value.Same(had, now) {
			return true
		}
	}
	return false
}
