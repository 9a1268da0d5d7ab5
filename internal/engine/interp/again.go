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
// nothing new.

// A Finder is a [Host] that tells how much it has found. A call that leads to more is always followed.
type Finder interface{ Found() int }

const (
	muchWork    = maxWork / 64
	enoughTimes = 3
	givenDepth  = 3 // how deep in an argument is looked for what is known
)

// followAgain follows a call of a function that may lead to something, unless that only repeats others.
func (in *Interp) followAgain(c *Call) value.Value {
	finder, ok := in.Host.(Finder)
	if !ok || in.outer != nil {
		return c.follow()
	}
	call := laborious{c.fn, in.givenTo(c)}
	if idle := in.idly[call]; idle.times >= enoughTimes && idle.work >= muchWork {
		in.skipped[c.fn.Sym] = c.At
		return in.skip(c)
	}
	done, found := in.work.Done, finder.Found()
	v := c.follow()
	if finder.Found() == found {
		idle := in.idly[call]
		in.idly[call] = effort{idle.times + 1, idle.work + in.work.Done - done}
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
