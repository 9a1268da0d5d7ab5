package ratelimiter

import (
	"math"
	"sync"
	"time"
)

// fullQuantum is by how much a share of weight 1 moves back in line with each
// token it gets. The least common multiple of 1 to 16, so that small weights
// divide it exactly.
const fullQuantum = 720720

// A tree is a Limiter with all its classes: one lock, one clock, one timer.
//
// Whenever the lock is free, nothing that waits could have been let through
// when the lock was last held, and the timer is set for the moment when the
// next one can.
type tree struct {
	mu       sync.Mutex
	base     time.Time
	root     *Limiter
	shares   map[string]*share   // by name, those that are not closed
	named    map[string]*Limiter // those that have a name
	waiting  int
	promises promises
	counter  uint64 // of what decides who is first at the same tag
	parked   heap[parkedShare]
	observed *observed // nil unless the limits only count
	timer    *time.Timer
	armed    bool
	armedAt  int64
}

func newTree() *tree {
	return &tree{base: time.Now(), shares: map[string]*share{}, named: map[string]*Limiter{}}
}

// now reads the monotonic clock, in nanoseconds since the tree was made.
func (t *tree) now() int64 { return int64(time.Since(t.base)) }

// next returns a higher number at each call.
func (t *tree) next() uint64 {
	t.counter++
	return t.counter
}

// dispatch lets through, in fair order, all that can go now.
func (t *tree) dispatch(now int64) {
	if len(t.parked) > 0 {
		t.unparkDue(now)
	}
	t.keepPromises(now)
	for t.waiting > 0 {
		s, _ := t.root.pick(now)
		if s == nil {
			break
		}
		if !s.limiter.tryTake(now, t.waiting) {
			continue // without those that lack the source's tokens
		}
		s.charge()
		w := s.first
		s.remove(w)
		s.tries(now)
		w.grant()
	}
	t.arm(now)
}

// arm sets the timer for when the next of those that wait can go.
func (t *tree) arm(now int64) {
	wait := never // where a source will say when it goes on, or Resume
	if t.waiting > 0 {
		wait = min(t.root.nextToken(now), t.nextUnparked(now))
	}
	if wait == never {
		if t.armed {
			t.timer.Stop()
			t.armed = false
		}
		return
	}
	at := now + int64(wait)
	if t.armed && t.armedAt == at {
		return
	}
	t.armed, t.armedAt = true, at
	if t.timer == nil {
		t.timer = time.AfterFunc(wait, t.wake)
	} else {
		t.timer.Reset(wait)
	}
}

// wake runs when the timer fires.
func (t *tree) wake() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.armed = false
	t.dispatch(t.now())
}

// leave ends the wait of w without letting it through. If it was granted tokens
// that it cannot use, they go to the next.
func (t *tree) leave(w *waiter, now int64) {
	if !w.done {
		if !t.takeOut(w) {
			w.share.remove(w)
		}
		t.arm(now)
		return
	}
	w.share.giveBackAt(now)
}

// pick returns the share to let through next of those that wait at or below l
// and lack no token from l downwards, and its tag in the terms of l. It returns
// nil if there is none.
func (l *Limiter) pick(now int64) (next *share, tag int64) {
	if !l.hasToken(now) {
		return nil, 0
	}
	var since uint64
	if len(l.waitingShares) > 0 {
		next = l.waitingShares[0]
		tag, since = next.tag, next.since
	}
	for i := range l.waitingClasses {
		c := &l.waitingClasses[i]
		if c.next == nil {
			if c.at > now {
				continue
			}
			if l.look(c, now); c.next == nil {
				continue
			}
		}
		if next == nil || c.at < tag || c.at == tag && c.since < since {
			next, tag, since = c.next, c.at, c.since
		}
	}
	return next, tag
}

// classInLine is a class that something waits in, and what is known of it until it changes:
// with thousands of classes, asking each one anew for each token would be most of the cost.
type classInLine struct {
	class *Limiter
	next  *share // to go of it, nil if none can, or nothing is known
	at    int64  // the tag of that, in the terms of the parent; without next, the time from which to look again
	since uint64 // of that
}

// unlooked is the time from which to look at a class that has changed.
const unlooked = math.MinInt64

// look finds out what is to be known of a class.
func (l *Limiter) look(c *classInLine, now int64) {
	class := c.class
	s, at := class.pick(now)
	c.next = s
	if s == nil {
		class.stalled = true
		c.at = math.MaxInt64
		if wait := class.nextToken(now); wait != never {
			c.at = now + int64(wait)
		}
		return
	}
	if class.stalled {
		// What a class could not use while it had no token is not owed to
		// it later, except for one turn, so that a class does not wait a
		// whole round each time that it gets a token.
		class.stalled = false
		class.offset = max(class.offset, l.virtual-fullQuantum-at)
	}
	c.at, c.since = at+class.offset, s.since
}

// changed says that what is known of l, and of what it is a class of, is out of date.
func (l *Limiter) changed() {
	for n := l; n.parent != nil; n = n.parent {
		if n.place > 0 {
			c := &n.parent.waitingClasses[n.place-1]
			c.next, c.at = nil, unlooked
		}
	}
}

// before orders the shares of one limiter by tag, and equal tags by who had a turn
// longest ago, or came first: so the order of one round is that of the next.
func (s *share) before(other *share) bool {
	return s.tag < other.tag || s.tag == other.tag && s.since < other.since
}

func (s *share) heapIndex() *int { return &s.index }

// never is the time until a token that no clock brings.
const never = time.Duration(math.MaxInt64)

// nextToken is how long it takes until something that waits at or below l can
// go, seen from l downwards, or never if no clock tells.
func (l *Limiter) nextToken(now int64) time.Duration {
	switch {
	case l.dry || l.paused || l.full():
		return never
	case l.heldFor(now) > 0:
		return max(l.heldFor(now), l.bucket.wait(now))
	case !l.bucket.available(now):
		return l.bucket.wait(now)
	case len(l.waitingShares) > 0:
		return 0
	}
	wait := never
	for i := range l.waitingClasses {
		switch c := &l.waitingClasses[i]; {
		case c.next != nil:
			return 0
		case c.at <= now:
			wait = min(wait, c.class.nextToken(now))
		case c.at != math.MaxInt64:
			wait = min(wait, time.Duration(c.at-now))
		}
	}
	return wait
}

// waits reports whether anything waits at or below l.
func (l *Limiter) waits() bool {
	return len(l.waitingShares) > 0 || len(l.waitingClasses) > 0
}

// charge moves the share back in line for one token.
func (s *share) charge() {
	if s.first == nil {
		s.join()
	}
	s.returning = false
	tag := s.tag
	s.tag += s.quantum
	s.since = s.limiter.tree.next()
	if s.first != nil {
		s.limiter.waitingShares.fix(s)
		s.limiter.changed()
	}
	for l := s.limiter; l != nil; l = l.parent {
		l.virtual = max(l.virtual, tag)
		tag += l.offset
	}
}

// join brings a share up to date that nothing waited for: neither the past of
// the share nor that of its class gives it credit. Only one whose waiter gave up
// keeps its turn meanwhile: else a share whose waits all end before a round is
// over would never have one.
func (s *share) join() {
	credit := int64(0)
	if s.returning {
		credit = fullQuantum
	}
	s.tag = max(s.tag, s.limiter.virtual-credit)
	tag := s.tag
	for l := s.limiter; l.parent != nil && !l.waits(); l = l.parent {
		l.stalled = false
		l.offset = max(l.offset, l.parent.virtual-credit-tag)
		tag += l.offset
	}
}
