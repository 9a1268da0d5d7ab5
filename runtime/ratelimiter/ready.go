package ratelimiter

import (
	"cmp"
	"slices"
)

// readyItems are the items of a queue that may run, in the order in which they
// will: by priority, and within a priority as they came. Those that are blocked by
// work have their places too, where they are passed over.
type readyItems[T comparable] struct {
	levels  []*level[T] // of those priorities that have items, highest first
	spare   *level[T]   // the level that was emptied last, to be used again
	length  int         // without the blocked
	blocked int
}

// level is the line of the items of one priority.
type level[T comparable] struct {
	priority    int
	first, last *item[T]
}

// push adds an item, ready or blocked, at the end of its line.
func (r *readyItems[T]) push(it *item[T]) {
	l := r.level(it.priority)
	it.level, it.prev, it.next = l, l.last, nil
	if l.last != nil {
		l.last.next = it
	} else {
		l.first = it
	}
	l.last = it
	r.count(it, 1)
}

// unblock makes a blocked item ready, in its place.
func (r *readyItems[T]) unblock(it *item[T]) {
	r.count(it, -1)
	it.state = ready
	r.count(it, 1)
}

// count counts an item in its line: one more, or one less.
func (r *readyItems[T]) count(it *item[T], by int) {
	if it.state == blocked {
		r.blocked += by
	} else {
		r.length += by
	}
}

// pop removes the next item, or returns nil if none is ready. It passes over
// blocked ones, of which there are at most as many as workers.
func (r *readyItems[T]) pop() *item[T] {
	for _, l := range r.levels {
		for it := l.first; it != nil; it = it.next {
			if it.state == ready {
				r.remove(it)
				return it
			}
		}
	}
	return nil
}

// remove takes an item out, wherever it stands.
func (r *readyItems[T]) remove(it *item[T]) {
	l := it.level
	if it.prev != nil {
		it.prev.next = it.next
	} else {
		l.first = it.next
	}
	if it.next != nil {
		it.next.prev = it.prev
	} else {
		l.last = it.prev
	}
	r.count(it, -1)
	it.level, it.next, it.prev = nil, nil, nil
	if l.first == nil {
		i := slices.Index(r.levels, l)
		r.levels = slices.Delete(r.levels, i, i+1)
		r.spare = l
	}
}

// level returns that of the priority, which it makes if there is none.
func (r *readyItems[T]) level(priority int) *level[T] {
	i, found := slices.BinarySearchFunc(r.levels, priority, func(l *level[T], p int) int { return cmp.Compare(p, l.priority) })
	if found {
		return r.levels[i]
	}
	l := r.spare
	if l == nil {
		l = &level[T]{}
	}
	r.spare = nil
	l.priority = priority
	r.levels = slices.Insert(r.levels, i, l)
	return l
}
