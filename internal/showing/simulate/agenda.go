package simulate

import "container/heap"

// An agenda has the events to come. Most kinds of event are planned in the order in which they happen: such a kind has a queue, in which
// each takes the same time however many there are. An event that is planned before the last one of its kind goes to a heap.
type agenda struct {
	kinds [probed + 1]fifo[event]
	later later
}

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

func (a *agenda) push(e event) {
	q := &a.kinds[e.kind]
	if q.len() > 0 && e.at < q.items[len(q.items)-1].at {
		heap.Push(&a.later, e)
		return
	}
	q.push(e)
}

// pop returns the next event, if there is one.
func (a *agenda) pop() (e event, ok bool) {
	var next *fifo[event]
	for i := range a.kinds {
		if q := &a.kinds[i]; q.len() > 0 && (next == nil || q.items[q.first].before(next.items[next.first])) {
			next = q
		}
	}
	if len(a.later) > 0 && (next == nil || a.later[0].before(next.items[next.first])) {
		return heap.Pop(&a.later).(event), true
	}
	if next == nil {
		return event{}, false
	}
	return next.pop()
}

// A later has events, of which the next is first.
type later []event

func (l later) Len() int           { return len(l) }
func (l later) Less(i, j int) bool { return l[i].before(l[j]) }
func (l later) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *later) Push(e any)        { *l = append(*l, e.(event)) }

func (l *later) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}
