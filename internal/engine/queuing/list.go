package queuing

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A listing says that a queue with a variable of its own is in a list beside others: what is done with the elements of the list is done
// with this queue too, but what is done with the queue is not done with the others.
type listing struct{ queue, list *class }

// lists notes that a queue is put into a list where there may be others. It reports false if the list is all that has the queue.
func (p *program) lists(to, v ssa.Value) bool {
	elem, ok := to.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	if _, literal := elem.X.(*ssa.Alloc); !literal {
		return false
	}
	for inner := converted(v); inner != nil; inner = converted(v) {
		v = inner
	}
	if call, ok := v.(*ssa.Call); ok {
		uses := slices.DeleteFunc(slices.Clone(*call.Referrers()), func(i ssa.Instruction) bool {
			_, is := i.(*ssa.DebugRef)
			return is
		})
		if len(uses) < 2 {
			return false
		}
	}
	p.listings = append(p.listings, listing{p.of(v), p.of(to)})
	return true
}

// relate gives queues what is done with the lists that they are in, and lists what is done with their queues.
func (p *program) relate() {
	before := make(map[*class]map[op][]token.Pos)
	made := make(map[*class][]*creation)
	for _, l := range p.listings {
		for _, c := range []*class{l.queue.whole(), l.list.whole()} {
			before[c], made[c] = maps.Clone(c.calls), c.made
		}
	}
	for _, l := range p.listings {
		queue, list := l.queue.whole(), l.list.whole()
		if queue == list {
			continue
		}
		list.several, list.works = true, before[list][taken] != nil
		for what, calls := range before[list] {
			queue.note(what, calls...)
		}
		for what, calls := range before[queue] {
			list.note(what, calls...)
		}
		list.made = append(slices.Clip(list.made), made[queue]...)
		list.escapes, list.visible = list.escapes || queue.escapes, list.visible || queue.visible
		queue.escapes, queue.visible = queue.escapes || list.escapes, queue.visible || list.visible
	}
}
