package ratelimiter

import (
	"context"
	"testing"
)

func mustShare(t *testing.T, l *Limiter, name string, weight int) *share {
	t.Helper()
	s, err := l.newShare(name, weight)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustLimiter(t *testing.T, rate float64, burst int) *Limiter {
	t.Helper()
	l, err := newLimiter(rate, burst, burstAtStart())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustClass(t *testing.T, parent *Limiter, rate float64, burst int) *Limiter {
	t.Helper()
	l, err := parent.NewClass(rate, burst, burstAtStart())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Wait blocks until the share's turn comes.
func (s *share) Wait(ctx context.Context) error {
	_, err := s.wait(ctx, false)
	return err
}

// burstAtStart lets a Limiter start with a full bucket, for tests that need not wait until it is.
func burstAtStart() LimiterOption {
	return func(l *Limiter) error {
		l.bucket.tokens, l.bucket.asleep, l.bucket.lends = l.bucket.burst, false, false
		return nil
	}
}

func (l *Limiter) rateNow() float64 { return l.state().rate }

func (l *Limiter) burstNow() int { return l.state().burst }

func (l *Limiter) tokensNow() int { return l.state().tokens }
