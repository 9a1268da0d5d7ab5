package ratelimiter

// heapEntry is what a heap orders. It knows where in the heap it is, so that it
// can be moved and removed.
type heapEntry[E any] interface {
	before(E) bool
	heapIndex() *int
}

// heap is a binary heap whose first entry is before all others.
type heap[E heapEntry[E]] []E

func (h *heap[E]) push(e E) {
	*e.heapIndex() = len(*h)
	*h = append(*h, e)
	h.up(len(*h) - 1)
}

// remove takes an entry out, wherever it stands.
func (h *heap[E]) remove(e E) {
	i, last := *e.heapIndex(), len(*h)-1
	if i != last {
		h.swap(i, last)
	}
	var none E
	(*h)[last] = none
	*h = (*h)[:last]
	if i != last {
		h.fix((*h)[i])
	}
}

// fix restores the order after an entry has changed.
func (h heap[E]) fix(e E) {
	h.up(*e.heapIndex())
	h.down(*e.heapIndex())
}

func (h heap[E]) swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	*h[i].heapIndex(), *h[j].heapIndex() = i, j
}

func (h heap[E]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h[i].before(h[parent]) {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

func (h heap[E]) down(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h.swap(i, least)
		i = least
	}
}
