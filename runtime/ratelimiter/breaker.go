package ratelimiter

import (
	"sync/atomic"
	"time"
)

const (
	// breaksAfter is how many reconciles in a row say that their far side is in trouble
	// before they try it one at a time.
	breaksAfter = 5

	// firstPause is how long none tries it after that. Each that fails doubles the
	// pause, up to longestPause.
	firstPause   = time.Second
	longestPause = time.Minute
)

// breaker holds up the reconciles that call one far side while that is away: those of a
// class, or of a controller in no class. Guarded by the tree's lock, but for what is
// atomic.
type breaker struct {
	// generation counts what has changed. A reconcile that began before the last change
	// says nothing new.
	generation atomic.Uint64
	troubled   atomic.Bool // there were reports since the last answer

	reports int           // in a row
	pause   time.Duration // between two that try the far side, 0 if all may
	until   int64         // when the next one may, of a class
	tried   int64         // when the last one was let through
	trying  int           // how many have not told yet what became of them
	told    int64         // until when the far side asked to be left alone, of a controller
}

// report counts a reconcile of that generation which the far side did not serve, and
// reports whether there is to be a pause now.
func (b *breaker) report(generation uint64) bool {
	if b.generation.Load() != generation {
		return false
	}
	b.troubled.Store(true)
	if b.reports++; b.reports < breaksAfter && b.pause == 0 {
		return false
	}
	b.pause = min(max(2*b.pause, firstPause), longestPause)
	b.trying = 0
	b.generation.Add(1)
	return true
}

// adapts returns the limiter that adapts to the share's far side: the nearest of its classes that
// is made to, or else the global one, nil if none is.
func (s *share) adapts() *Limiter {
	l := s.limiter
	for l != nil && l.adaptive == nil {
		l = l.parent
	}
	return l
}

// breaker returns the one that the share's reconciles are under, nil for none.
func (s *share) breaker() *breaker {
	switch l := s.adapts(); {
	case l == nil || s.untold:
		return nil
	case l.parent == nil:
		return &s.alone
	default:
		return &l.adaptive.breaker
	}
}

// generation is what a reconcile that begins now has to tell its outcome with.
func (s *share) generation() uint64 {
	if b := s.breaker(); b != nil {
		return b.generation.Load()
	}
	return 0
}

// generationHeard is that of a report whose reconcile is not known. While the breaker waits until
// it lets one try the far side, the report comes from one that began before.
func (s *share) generationHeard() uint64 {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	b := s.breaker()
	if b == nil {
		return 0
	}
	generation := b.generation.Load()
	if b.pause > 0 && b.trying == 0 {
		generation--
	}
	return generation
}

// holdUp lets no reconcile under the breaker through before that time, or before one that a
// far side asked for. It is called with the tree locked.
func (s *share) holdUp(b *breaker, until int64) {
	if b != &s.alone {
		b.until = until
		s.adapts().changed()
		return
	}
	until = max(until, b.told)
	if !s.parked {
		s.park(until)
		return
	}
	s.parkedUntil = until
	s.limiter.tree.parked.fix(parkedShare{s})
}

// tries says that a reconcile of the share was let through: if its far side was away, the
// next one waits for what becomes of it, but not for longer than the longest pause. It is
// called with the tree locked.
func (s *share) tries(now int64) {
	s.goSlowly(now)
	if b := s.breaker(); b != nil && b.pause > 0 {
		b.tried = now
		b.trying++
		s.holdUp(b, now+int64(longestPause))
	}
}

// tried says that a reconcile has ended which began in that generation. If it told nothing of
// the far side, the next one comes after the pause.
func (s *share) tried(generation uint64) {
	b := s.breaker()
	if b == nil || !b.troubled.Load() {
		return // without the lock
	}
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.generation.Load() == generation {
		s.toldNothing(t.now())
		t.dispatch(t.now())
	}
}

// holdsBurst lets a share that was held up alone go on at its limiter's rate, from an empty bucket of
// its own: what accrued in the limiter's meanwhile would be a burst. It is over when that bucket is full.
func (s *share) holdsBurst(now int64) {
	limit := s.limiter.bucket
	s.slow = &bucket{rate: limit.rate, burst: limit.burst, last: max(now, s.parkedUntil), lends: true}
}

// goSlowly keeps a share out of line that has no token of its own bucket.
func (s *share) goSlowly(now int64) {
	if s.slow == nil {
		return
	}
	limit := s.limiter.bucket
	s.slow.set(limit.rate, limit.burst, now)
	if s.slow.tokens == s.slow.burst {
		s.slow = nil
		return
	}
	s.slow.take()
	if !s.slow.available(now) {
		s.park(now + int64(s.slow.wait(now)))
	}
}

// toldNothing is tried, with the tree locked.
func (s *share) toldNothing(now int64) {
	b := s.breaker()
	if b == nil || b.pause == 0 || b.trying == 0 {
		return
	}
	if b.trying--; b.trying == 0 {
		s.holdUp(b, max(now, b.tried+int64(b.pause)))
	}
}

// throttle heeds what a far side said to the share's controller: for its class, which
// is there for the far side. A controller in no class has a far side of its own, as far
// as is known: it is held up alone. The nearest limiter that adapts slows down.
func (s *share) throttle(after time.Duration, generation uint64) {
	l := s.limiter
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	after = min(max(after, 0), maxThrottle)
	switch {
	case l.parent != nil:
		l.heed(after, now)
	case after > 0:
		s.alone.told = max(s.alone.told, now+int64(after))
		s.park(now + int64(after))
		s.holdsBurst(now)
	}
	if a := s.adapts(); a != nil && (a != l || l.parent == nil) {
		a.throttled.Add(1)
		a.slowDown(now)
	}
	if b := s.breaker(); b != nil && b.report(generation) {
		s.holdUp(b, now+int64(b.pause))
	}
	l.tree.dispatch(now)
}

// answered says that the far side has served a reconcile of the share, with success or with an
// error that is the caller's.
func (s *share) answered(generation uint64) {
	b := s.breaker()
	if b == nil || !b.troubled.Load() {
		return // without the lock
	}
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.generation.Load() != generation {
		return
	}
	b.reports = 0
	b.troubled.Store(false)
	if b.pause == 0 {
		return
	}
	b.pause, b.trying = 0, 0
	b.generation.Add(1)
	now := t.now()
	if b != &s.alone {
		s.adapts().bucket.emptyUntil(now, now) // what accrued meanwhile would be a burst
	} else {
		s.holdsBurst(now)
	}
	if b != &s.alone || s.parked {
		s.holdUp(b, now)
	}
	t.dispatch(now)
}

// heldFor is how long the breaker of a class lets nothing through.
func (l *Limiter) heldFor(now int64) time.Duration {
	if l.adaptive == nil {
		return 0
	}
	return time.Duration(max(l.adaptive.breaker.until-now, 0))
}
