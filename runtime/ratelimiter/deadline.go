package ratelimiter

import (
	"fmt"
	"time"
)

// A DeadlineError says that a wait was not begun or given up because the
// context's deadline was too close.
type DeadlineError struct {
	// Wait is how long it would have taken from then on, as far as could be
	// told from those that waited.
	Wait time.Duration

	place place // in line, for when the request comes back
}

// Error implements error.
func (e *DeadlineError) Error() string {
	return fmt.Sprintf("the limiter's turn would come in %v, too close to the context's deadline", e.Wait)
}

// expectedWait estimates how long a call for s with that place would wait, from
// those that wait now: each of their shares gets, until s has had its turns, as
// many as its weight allows and its line is long.
func (l *Limiter) expectedWait(s *Share, at place, now int64) time.Duration {
	turns := int64(1)
	for w := s.first; w != nil && w.place < at; w = w.next {
		turns++
	}
	var wait time.Duration
	for n := l; n != nil; n = n.parent {
		n.bucket.advance(now)
		wait = max(wait, n.bucket.until(turns+n.ahead(s, turns)))
	}
	return wait
}

// ahead is how many calls for other shares at or below l go before the given
// number of turns of s are over.
func (l *Limiter) ahead(s *Share, turns int64) int64 {
	var sum int64
	for _, other := range l.waitingShares {
		if other != s {
			// Rounded up: a share that is level may go first.
			fair := (turns*s.quantum + other.quantum - 1) / other.quantum
			sum += min(int64(other.length), fair)
		}
	}
	for _, class := range l.waitingClasses {
		sum += class.ahead(s, turns)
	}
	return sum
}
