package ratelimiter

import "slices"

// waiter is one call that waits in a share's line.
type waiter struct {
	share      *Share
	granted    chan struct{}
	done       bool
	next, prev *waiter
}

// enqueue adds a waiter to the end of the share's line.
func (s *Share) enqueue() *waiter {
	t := s.limiter.tree
	t.waiting++
	w := &waiter{share: s, granted: make(chan struct{})}
	if s.first != nil {
		w.prev, s.last.next, s.last = s.last, w, w
		return w
	}
	s.first, s.last = w, w
	if !s.parked {
		s.joinLine()
	}
	return w
}

// joinLine puts a share that somebody waits for in line.
func (s *Share) joinLine() {
	s.join()
	s.since = s.limiter.tree.next()
	l := s.limiter
	hadWaiters := l.waits()
	l.waitingShares.push(s)
	for ; l.parent != nil && !hadWaiters; l = l.parent {
		hadWaiters = l.parent.waits()
		l.parent.waitingClasses = append(l.parent.waitingClasses, l)
	}
}

// remove takes a waiter out of line. Its share moves neither up nor back.
func (s *Share) remove(w *waiter) {
	if w.prev != nil {
		w.prev.next = w.next
	} else {
		s.first = w.next
	}
	if w.next != nil {
		w.next.prev = w.prev
	} else {
		s.last = w.prev
	}
	w.next, w.prev = nil, nil
	s.limiter.tree.waiting--
	switch {
	case s.parked:
	case s.first != nil:
		s.limiter.waitingShares.fix(s)
	default:
		s.leaveLine()
	}
}

// leaveLine takes a share out of line.
func (s *Share) leaveLine() {
	l := s.limiter
	l.waitingShares.remove(s)
	for ; l.parent != nil && !l.waits(); l = l.parent {
		l.parent.waitingClasses = without(l.parent.waitingClasses, l)
	}
}

// without removes x. The order does not matter: tags and numbers decide.
func without[T comparable](list []T, x T) []T {
	i := slices.Index(list, x)
	last := len(list) - 1
	list[i] = list[last]
	var none T
	list[last] = none
	return list[:last]
}
