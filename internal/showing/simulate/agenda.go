package simulate

// An agenda has the events to come. Most kinds of event are planned in the order in which they happen: such a kind has a queue, in which
// each takes the same time however many there are. An event that is planned before the last one of its kind goes to a heap.
type agenda struct {
	kinds [probed + 1]fifo[event]
	heap  heap
}

func (e event) before(f event) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

func (a *agenda) push(e event) {
	q := &a.kinds[e.kind]
	if q.len() > 0 && e.at < q.items[len(q.items)-1].at {
		a.heap.push(e)
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
	if len(a.heap) > 0 && (next == nil || a.heap[0].before(next.items[next.first])) {
		return a.heap.pop(), true
	}
	if next == nil {
		return event{}, false
	}
	return next.pop()
}

// A heap has the next event first.
type heap []event

func (h *heap) push(e event) {
	list := append(*h, e)
	i := len(list) - 1
	for parent := (i - 1) / 2; i > 0 && e.before(list[parent]); parent = (i - 1) / 2 {
		list[i] = list[parent]
		i = parent
	}
	list[i] = e
	*h = list
}

func (h *heap) pop() event {
	list := *h
	first, last := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*h = list
	if len(list) == 0 {
		return first
	}
	i := 0
	for child := 1; child < len(list); child = 2*i + 1 {
		if child+1 < len(list) && list[child+1].before(list[child]) {
			child++
		}
		if !list[child].before(last) {
			break
		}
		list[i] = list[child]
		i = child
	}
	list[i] = last
	return first
}
