package queuing

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rllint/rllint/internal/engine/ssacode"
	"github.com/rllint/rllint/internal/engine/ways"
)

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

// events finds the items that event handlers give back though they have taken none, or add with the queue's limiter. The latter is a note
// where that may be meant: some handlers add items of the same queue at once, so the authors chose, or the limiter is not known, and it may
// be one that merges events.
func (p *program) events() []Finding {
	found := make(map[token.Pos]Finding)
	queues := make(map[token.Pos]*class)
	both := make(map[*class]bool)
	var list []Finding
	for _, h := range p.handlers() {
		for call := range ssacode.All[*ssa.Call](h.fn) {
			f := Finding{Rule: NoDone, Pos: call.Pos(), What: Watch, Note: true}
			if o, is := operationOf(&call.Call); is && o.op == done && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
		limits, atOnce := p.reach(h.fn)
		maps.Copy(both, atOnce)
		for at, a := range limits {
			if _, have := found[at]; have {
				continue
			}
			f := Finding{Rule: EventsWait, Pos: at, What: h.form, Note: h.form == Plain && a.unsure}
			if a.apart && h.form == Plain {
				f.What = Apart
			}
			found[at], queues[at] = f, a.queue
		}
	}
	p.byEvents = make(map[token.Pos]bool)
	for at, f := range found {
		f.Note = f.Note || both[queues[at]]
		p.byEvents[at] = !f.Note
		list = append(list, f)
	}
	return list
}

// unnamed finds items that a function takes and does not look at, so that nobody can give them back: queues.txt, unnamed. Where each
// addition is of a constant, the function may know which item that is.
func (p *program) unnamed() (list []Finding) {
	named := false
	for _, o := range p.additions() {
		if o.item != nil {
			_, constant := source(o.item).(*ssa.Const)
			named = named || !constant
		}
	}
	for _, fn := range p.funcs {
		for call := range ssacode.All[*ssa.Call](fn) {
			item := ways.Result(call, 0)
			if o, is := operationOf(&call.Call); named && is && o.op == taken && (item == nil || len(*item.Referrers()) == 0) {
				list = append(list, Finding{Rule: NoDone, Pos: call.Pos(), What: Unnamed, Note: true})
			}
		}
	}
	return list
}
