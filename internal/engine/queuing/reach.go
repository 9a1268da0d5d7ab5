package queuing

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// An addition is a call that adds an item to a queue with its limiter, which may remember items.
type addition struct {
	queue  *class // nil if a function of another package adds it
	unsure bool   // what the queue's limiter remembers is not known
	apart  bool   // no two items are equal
}

// reach returns where a function, or one that it calls, adds items with a limiter other than after an error. AtOnce says to which of their
// queues it also adds without one.
func (p *program) reach(fn *ssa.Function) (limits map[token.Pos]addition, atOnce map[*class]bool) {
	limits, atOnce = make(map[token.Pos]addition), make(map[*class]bool)
	sum := p.summaryOf(fn)
	if sum == nil || sum.lost {
		return limits, atOnce
	}
	adds := p.addsAt()
	for at := range sum.seen {
		if o := adds[at]; o.op == added {
			atOnce[p.of(o.queue)] = true
		}
	}
	for at := range sum.limits {
		if o, here := adds[at]; !here {
			limits[at] = addition{}
		} else if m := p.remembers(p.of(o.queue)); m != stateful && m != own {
			limits[at] = addition{p.of(o.queue), m == unsure, p.singular(o.item)}
		}
	}
	return limits, atOnce
}

// addsAt returns the calls that add items to queues, by their places.
func (p *program) addsAt() map[token.Pos]operation {
	if p.adding == nil {
		p.adding = make(map[token.Pos]operation)
		for call, o := range p.additions() {
			p.adding[call.Pos()] = o
		}
	}
	return p.adding
}

// singular reports whether no two items that a call adds are equal.
func (p *program) singular(item ssa.Value) bool {
	if item == nil {
		return false
	}
	_, fresh := source(item).(*ssa.Alloc)
	return fresh || holdsPointer(keyOf(item).Type()) || p.object(item) != ""
}
