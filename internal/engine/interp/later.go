package interp

import (
	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/value"
)

// A Later is a goroutine that code hands over at one place and that begins when the program comes to another: its calls are
// those of the first place, with the state of the second.
type Later struct {
	start *value.Start
	calls []heldCall // in progress at the first place
	mem   *value.Memory
}

// A heldCall is one that may have ended when a Later runs, with what it was given.
type heldCall struct {
	node      *value.Node
	registers []value.Value
}

// Later keeps what is to be known of a goroutine that is handed over in c and begins later.
func (c *Call) Later() *Later {
	c.spawning = true
	l := &Later{start: c.startOf(c.At), mem: c.mem.Copy()}
	for n := c.At.Node; n != nil; n = n.Caller {
		l.calls = append(l.calls, heldCall{n, n.Registers})
	}
	return l
}

// Run makes the call that l stands for, in the state that in is in. Where it does not return, in goes on.
func (l *Later) Run(in *Interp, call func()) {
	for _, held := range l.calls {
		if held.node.Registers == nil {
			held.node.Registers = held.registers
			defer func() { held.node.Registers = nil }()
		}
	}
	in.share = nil // what begins now need not be part of what the function around leads to
	in.begun = l.start
	in.through(call)
	in.begun = nil
}

// RunAside makes the call that l stands for in the state in which it was handed over, and then forgets what it did.
func (l *Later) RunAside(in *Interp, call func()) {
	in.within(l.mem, func() { l.Run(in, call) })
}

// A Finisher is a [Host] that keeps calls for what the program does later.
type Finisher interface {
	// Finish makes those calls that the program did not come to. It reports whether there was one.
	Finish(in *Interp) bool
}

// settle runs the functions that were handed to code which cannot be followed
// and have not run yet, and then what the host kept, until there are no more.
func (in *Interp) settle() {
	finisher, _ := in.Host.(Finisher)
	for {
		for len(in.escapedFuncs) > 0 {
			next := in.escapedFuncs[0]
			in.escapedFuncs = in.escapedFuncs[1:]
			if next.fn.Fn == nil || in.ran[next.fn] || handedOn(next.fn.Fn, next.at.Node) {
				continue
			}
			if next.unresolved {
				in.begun = &value.Start{Go: true, Loops: []value.Loop{{Header: -1, Rounds: unresolvedAt(next.at)}}}
			}
			in.callUnread(next.fn, next.to, next.at)
			in.begun = nil
		}
		if finisher == nil || !finisher.Finish(in) {
			return
		}
	}
}

// handedOn reports whether calls of a function by itself led to a call, each by code that is not followed: the function hands itself
// on again and again, as what a program does when it no longer leads may take part in the next election.
func handedOn(fn *code.Func, n *value.Node) bool {
	times := 0
	for ; n != nil; n = n.Caller {
		if n.Fn == fn {
			times++
		}
	}
	return times >= maxRecursion
}
