package ratelimiter

import (
	"slices"
	"time"
)

// park keeps the share out of line until that time, with those who wait for it.
func (s *Share) park(until int64) {
	s.parkedUntil = max(s.parkedUntil, until)
	if s.parked {
		return
	}
	if s.first != nil {
		s.leaveLine()
	}
	s.parked = true
	t := s.limiter.tree
	t.parked = append(t.parked, s)
}

// unparkDue puts the shares back in line whose time has come.
func (t *tree) unparkDue(now int64) {
	t.parked = slices.DeleteFunc(t.parked, func(s *Share) bool {
		if s.parkedUntil > now {
			return false
		}
		s.parked = false
		if s.first != nil {
			s.joinLine()
		}
		return true
	})
}

// nextUnparked is how long it takes until a share is back in line that somebody
// waits for, or never.
func (t *tree) nextUnparked(now int64) time.Duration {
	next := never
	for _, s := range t.parked {
		if s.first != nil {
			next = min(next, time.Duration(max(s.parkedUntil-now, 0)))
		}
	}
	return next
}

// throttle heeds what a far side said to the share's controller: for its class, or
// for the global limiter if that adapts; a controller in no class has a far side of
// its own, as far as is known.
func (s *Share) throttle(after time.Duration) error {
	if l := s.limiter; l.parent != nil || l.adaptive != nil {
		return l.Throttle(after)
	}
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if after > 0 {
		now := t.now()
		s.park(now + int64(min(after, maxThrottle)))
		t.dispatch(now)
	}
	return nil
}
