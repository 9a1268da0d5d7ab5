package ratelimiter

import "testing"

func mustShare(t *testing.T, l *Limiter, name string, weight int) *Share {
	t.Helper()
	s, err := l.NewShare(name, weight)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustLimiter(t *testing.T, rate float64, burst int) *Limiter {
	t.Helper()
	l, err := NewLimiter(rate, burst)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustClass(t *testing.T, parent *Limiter, rate float64, burst int) *Limiter {
	t.Helper()
	l, err := parent.NewClass(rate, burst)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
