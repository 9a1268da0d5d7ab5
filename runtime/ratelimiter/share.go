package ratelimiter

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// maxWeight is the highest weight of a share. Beyond it, the integer quantum of
// a share would be off by more than 0.1 %.
const maxWeight = 720

// A Share is one controller's part of a Limiter. Its methods may be called
// concurrently.
type Share struct {
	limiter *Limiter
	name    string
	metrics *shareMetrics
	quantum int64

	// Guarded by the tree's lock.
	tag         int64 // where the next to go stands in line, in terms of limiter
	first, last *waiter
	length      int
	closed      bool
}

// waiter is one call of Wait that blocks.
type waiter struct {
	share      *Share
	granted    chan struct{}
	done       bool
	place      place
	next, prev *waiter
}

// NewShare returns a part of l for the controller of that name. Shares that ask
// at the same time get tokens in proportion to their weights, from 1 to 720;
// give all the same for equal parts.
//
// It is an error if the name is empty or no valid UTF-8, if l or a Limiter related to it (the one
// l is a class of, or another class) has a share of that name that was not
// closed, or if the weight is out of range.
func (l *Limiter) NewShare(name string, weight int) (*Share, error) {
	if name == "" {
		return nil, errors.New("a share of a limiter needs a name")
	}
	if !utf8.ValidString(name) {
		// Prometheus refuses such label values, by a panic.
		return nil, fmt.Errorf("share %q: the name is not valid UTF-8", name)
	}
	if weight < 1 || weight > maxWeight {
		return nil, fmt.Errorf("share %q: weight %d is outside 1 to %d", name, weight, maxWeight)
	}
	t := l.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.names[name]; taken {
		return nil, fmt.Errorf("share %q: the limiter already has a share of that name", name)
	}
	t.names[name] = struct{}{}
	return &Share{
		limiter: l,
		name:    name,
		metrics: metricsFor(name),
		quantum: fullQuantum / int64(weight),
	}, nil
}

// Close frees the name for another share. Calls that wait go on waiting.
func (s *Share) Close() {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !s.closed {
		s.closed = true
		delete(t.names, s.name)
	}
}

// enqueue adds a waiter to those of the share, in order of their places.
func (s *Share) enqueue(at place) *waiter {
	w := &waiter{share: s, granted: make(chan struct{}), place: at}
	s.limiter.tree.waiting++
	s.length++
	if s.first != nil {
		s.insert(w)
		return w
	}
	s.join()
	s.first, s.last = w, w
	l := s.limiter
	hadWaiters := l.waits()
	l.waitingShares = append(l.waitingShares, s)
	for ; l.parent != nil && !hadWaiters; l = l.parent {
		hadWaiters = l.parent.waits()
		l.parent.waitingClasses = append(l.parent.waitingClasses, l)
	}
	return w
}

// insert adds a waiter to a line that is not empty. Most go to its end; one that
// was put off goes before all that arrived after it.
func (s *Share) insert(w *waiter) {
	before := s.last
	for before != nil && before.place > w.place {
		before = before.prev
	}
	w.prev = before
	if before != nil {
		w.next, before.next = before.next, w
	} else {
		w.next, s.first = s.first, w
	}
	if w.next != nil {
		w.next.prev = w
	} else {
		s.last = w
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
	s.length--
	s.limiter.tree.waiting--
	if s.first != nil {
		return
	}
	l := s.limiter
	l.waitingShares = without(l.waitingShares, s)
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
