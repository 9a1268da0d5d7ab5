package shared

import "time"

// instant is a moment on both clocks of a process, in nanoseconds: the monotonic
// one, which may stand still while the machine is suspended, and the wall clock,
// which may be set.
type instant struct {
	mono, wall int64
}

// lease is a number of tokens from the store, of which each can be used from the
// moment when it is due until its life is over.
//
// The store granted it at a moment that this process does not know, between
// sending the call and getting the reply. So tokens fall due by the time of the
// reply, and expire by that of the call: both err on the side of the limit.
type lease struct {
	sent, got instant
	debt      int64 // parts of a token to accrue until the first is due; negative if it was due already
	rate      int64 // in rate units
	life      time.Duration
	next      int64 // the first token that is neither used nor expired
	count     int64
}

// delay is how long after the grant token i falls due, rounded up.
func (l *lease) delay(i int64) int64 {
	parts := l.debt + i*tokenUnit
	if parts <= 0 {
		return 0
	}
	return (parts*int64(time.Microsecond) + l.rate - 1) / l.rate
}

// due is when the next token can be used, on the monotonic clock.
func (l *lease) due() int64 { return l.got.mono + l.delay(l.next) }

// expired reports whether either clock says that the life of the next token is
// over.
func (l *lease) expired(now instant) bool {
	age := max(now.mono-l.sent.mono, now.wall-l.sent.wall)
	return age > l.delay(l.next)+int64(l.life)
}

// stock is the tokens that a process has at hand.
type stock struct {
	leases []lease
	size   int64 // tokens in leases
}

func (s *stock) add(l lease) {
	s.leases = append(s.leases, l)
	s.size += l.count
}

// expire drops the tokens whose life is over and returns their number.
func (s *stock) expire(now instant) int64 {
	before := s.size
	kept := s.leases[:0]
	for _, l := range s.leases {
		for l.next < l.count && l.expired(now) {
			l.next++
			s.size--
		}
		if l.next < l.count {
			kept = append(kept, l)
		}
	}
	s.leases = kept
	return before - s.size
}

// take uses one token that is due. None of the tokens may have expired.
func (s *stock) take(now instant) bool {
	for i := range s.leases {
		l := &s.leases[i]
		if l.due() > now.mono {
			continue
		}
		l.next++
		s.size--
		if l.next == l.count {
			s.leases = append(s.leases[:i], s.leases[i+1:]...)
		}
		return true
	}
	return false
}

// due is when the next token can be used, on the monotonic clock. There must be
// one.
func (s *stock) due() int64 {
	first := s.leases[0].due()
	for i := range s.leases {
		first = min(first, s.leases[i].due())
	}
	return first
}

// end is when all tokens will have expired, on the monotonic clock. There must be
// one.
func (s *stock) end() int64 {
	var end int64
	for i := range s.leases {
		l := &s.leases[i]
		end = max(end, l.sent.mono+l.delay(l.count-1)+int64(l.life)+1)
	}
	return end
}
