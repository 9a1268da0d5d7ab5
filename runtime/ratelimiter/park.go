package ratelimiter

import "time"

// parkedShare is a share that is out of line, in the order in which they come back.
type parkedShare struct{ *share }

func (p parkedShare) before(other parkedShare) bool { return p.parkedUntil < other.parkedUntil }

func (p parkedShare) heapIndex() *int { return &p.parkedIndex }

// park keeps the share out of line until that time, with those who wait for it.
func (s *share) park(until int64) {
	t := s.limiter.tree
	if s.parked {
		s.parkedUntil = max(s.parkedUntil, until)
		t.parked.fix(parkedShare{s})
		return
	}
	if s.first != nil {
		s.leaveLine()
	}
	s.parked, s.parkedUntil = true, until
	t.parked.push(parkedShare{s})
}

// unparkDue puts the shares back in line whose time has come.
func (t *tree) unparkDue(now int64) {
	for len(t.parked) > 0 && t.parked[0].parkedUntil <= now {
		s := t.parked[0]
		t.parked.remove(s)
		s.parked = false
		if s.first != nil {
			s.joinLine()
		}
	}
}

// nextUnparked is how long it takes until a share is back in line, or never.
func (t *tree) nextUnparked(now int64) time.Duration {
	if len(t.parked) == 0 {
		return never
	}
	return time.Duration(max(t.parked[0].parkedUntil-now, 0))
}
