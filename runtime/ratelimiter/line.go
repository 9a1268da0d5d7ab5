package ratelimiter

// waiter is one call that waits in a share's line.
type waiter struct {
	share      *share
	granted    chan struct{}
	began      int64
	done       bool
	next, prev *waiter
}

// grant ends the wait with a token.
func (w *waiter) grant() {
	w.done = true
	close(w.granted)
}

// enqueue adds a waiter to the end of the share's line.
func (s *share) enqueue() *waiter {
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
func (s *share) joinLine() {
	s.join()
	s.since = s.limiter.tree.next()
	l := s.limiter
	hadWaiters := l.waits()
	l.waitingShares.push(s)
	for ; l.parent != nil && !hadWaiters; l = l.parent {
		hadWaiters = l.parent.waits()
		l.parent.waitingClasses = append(l.parent.waitingClasses, classInLine{class: l, at: unlooked})
		l.place = len(l.parent.waitingClasses)
	}
	s.limiter.changed()
}

// remove takes a waiter out of line. Its share moves neither up nor back.
func (s *share) remove(w *waiter) {
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
		s.limiter.changed()
	default:
		s.leaveLine()
	}
}

// leaveLine takes a share out of line.
func (s *share) leaveLine() {
	l := s.limiter
	l.waitingShares.remove(s)
	for ; l.parent != nil && !l.waits(); l = l.parent {
		l.parent.removeClass(l)
	}
	s.limiter.changed()
}

// removeClass takes a class out of line. The order does not matter: tags and numbers
// decide.
func (l *Limiter) removeClass(class *Limiter) {
	last := len(l.waitingClasses) - 1
	moved := l.waitingClasses[last]
	l.waitingClasses[class.place-1] = moved
	moved.class.place = class.place
	class.place = 0
	l.waitingClasses[last] = classInLine{}
	l.waitingClasses = l.waitingClasses[:last]
}
