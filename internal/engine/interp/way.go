package interp

import "github.com/rllint/rllint/internal/engine/value"

// End ends the way that is followed, as if the call in progress never returned.
func (in *Interp) End(how Ending) { in.ending = how }

// ended reports whether the way that is followed does not return.
func (in *Interp) ended() bool { return in.ending != Returns }

// through runs f and goes on after it, whether it returns or not, and returns how it ended.
func (in *Interp) through(f func()) Ending {
	f()
	return in.goOn()
}

// goOn goes on with a way that has ended, and returns how it did.
func (in *Interp) goOn() Ending {
	how := in.ending
	in.ending = Returns
	return how
}

// fork runs each of n ways as if only that were taken, and goes on where those that return come together. If none does,
// the way that is followed ends as the last of them did.
func (in *Interp) fork(n int, run func(i int)) {
	before := in.mem
	var ways []*value.Memory
	last := Returns
	if n > 1 {
		outside := in.undecided
		in.undecided++
		defer func() { in.undecided = outside }()
	}
	for i := range n {
		in.mem = before.Copy()
		if how := in.through(func() { run(i) }); how != Returns {
			last = how
			continue
		}
		ways = append(ways, in.mem)
	}
	in.mem = before
	if len(ways) == 0 && n > 0 {
		in.ending = last
		return
	}
	before.Join(ways)
}

// perhaps runs f as what may happen or not. It reports whether f returns: a way on which it does not is none.
func (in *Interp) perhaps(f func()) (returns bool) {
	in.fork(2, func(i int) {
		if i == 0 {
			f()
			returns = !in.ended()
		}
	})
	return returns
}

// Isolated runs f and then forgets what it wrote to memory.
func (in *Interp) Isolated(f func()) { in.within(in.mem, f) }

// within runs f with what a memory has, and then forgets what it wrote.
func (in *Interp) within(mem *value.Memory, f func()) {
	before := in.mem
	in.mem = mem.Copy()
	in.through(f)
	in.mem = before
}

// alternatives runs f for each of several values, as if only one of the runs happens.
func (in *Interp) alternatives(of []value.Value, f func(value.Value) value.Value) value.Value {
	if len(of) == 1 {
		return f(of[0])
	}
	out := value.Collector{Work: in.work}
	in.fork(len(of), func(i int) {
		if v := f(of[i]); !in.ended() {
			out.Add(v)
		}
	})
	return out.Value()
}
