package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Each command of a program may do the same at first, such as starting a server of its own, in which there are queues. Where that takes
// much work, at once or in many calls, it is followed a few times, and then no more, as long as it is given the same and leads to
// nothing new. Whatever it is given, it is not followed any more once many calls, since the last that led to something, took a function's
// share of all work.

// A Finder is a [Host] that tells how much it has found. A call that leads to more is always followed.
type Finder interface{ Found() int }

const (
	muchWork    = maxWork / 64
	enoughTimes = 3
	enoughInAll = 12 // times, whatever a function is given
	givenDepth  = 3  // how deep in an argument is looked for what is known
)

// followAgain follows a call of a function that may lead to something, unless that only repeats others.
func (in *Interp) followAgain(c *Call) value.Value {
	finder, ok := in.Host.(Finder)
	if !ok || in.outer != nil {
		return c.follow()
	}
	call := laborious{c.fn, in.givenTo(c)}
	idle, idleInAll := in.idly[call], in.idlyInAll[c.fn]
	if idle.times >= enoughTimes && idle.work >= muchWork || idleInAll.times >= enoughInAll && idleInAll.work > maxWork/shares {
		in.skipped[c.fn.Sym] = c.At
		return in.skip(c)
	}
	done, found := in.work.Done, finder.Found()
	v := c.follow()
	if finder.Found() == found {
		done = in.work.Done - done
		in.idly[call] = in.idly[call].and(done)
		in.idlyInAll[c.fn] = in.idlyInAll[c.fn].and(done)
	} else {
		delete(in.idlyInAll, c.fn)
	}
	return v
}

// MetAgain notes the bound that the run met if it did not follow a call of a function because others led to nothing.
func (in *Interp) MetAgain(sym symbol.Name) {
	if at, skipped := in.skipped[sym]; skipped {
		in.met("calls of "+sym.Written()+" that seem to repeat each other are not all followed", at)
	}
}

// givenTo returns the constants, functions and flags in what a call is given, which can make it differ from another.
func (in *Interp) givenTo(c *Call) string {
	var known []string
	w := value.Walker{Memory: in.mem, Known: true}
	w.Visit = func(v value.Value, depth int) bool {
		switch v := v.(type) {
		case *value.Basic:
			known = append(known, v.Val.ExactString())
		case *value.Closure:
			known = append(known, string(v.Sym))
		case *value.Unknown, *value.Arith:
			return false
		case value.Ptr:
			return depth < givenDepth && !in.isContext(v.Obj)
		case fmt.Stringer: // of the host, such as a flag
			known = append(known, v.String())
		}
		return depth < givenDepth
	}
	for _, v := range slices.Concat(c.Args, c.bound) {
		w.Walk(v)
	}
	slices.Sort(known)
	return strings.Join(slices.Compact(known), "\n")
}
