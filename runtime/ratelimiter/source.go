package ratelimiter

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// A tokenSource supplies a Limiter with tokens from outside the process, for a
// limit that several processes share. A reconcile takes a token of the source
// and one of the Limiter's own bucket. So a source that fails to limit lets
// through no more than one process would alone.
//
// A Limiter calls Take and GiveBack while it holds its own lock: they must
// return at once, without a round trip, and must not call the Limiter or the
// function that Notify was given. A source belongs to one Limiter.
type tokenSource interface {
	// Take takes one token if there is one at hand and reports whether.
	// Waiting is the number of calls that wait for tokens now, this one
	// included, and tells the source how many to fetch. When Take reported
	// false it is not asked again until the source has called the function
	// given to Notify.
	Take(waiting int) bool

	// GiveBack returns a token that Take took and nobody used.
	GiveBack()

	// Notify is called once, before all other methods. The source calls tokens,
	// from any goroutine, when Take may succeed again after it reported false;
	// further calls do no harm. It must hold no lock meanwhile that Take or
	// GiveBack wait for.
	Notify(tokens func())
}

// A LimiterOption changes how a Limiter is made.
type LimiterOption func(*Limiter) error

// WithTokenSource makes a Limiter take its tokens from the source too, such as a Budget of
// package github.com/rllint/rllint/runtime/shared, which several processes share. It is
// an error if the source is nil.
func WithTokenSource(source tokenSource) LimiterOption {
	return func(l *Limiter) error {
		if isNil(source) {
			return errors.New("the source of tokens is nil")
		}
		l.source = source
		return nil
	}
}

// WithName gives a Limiter a name, by which its metrics know it. A limiter and its classes have different names; the global limiter of
// New is called "global" without it. It is an error if the name is empty, no valid
// UTF-8 or taken.
func WithName(name string) LimiterOption {
	return func(l *Limiter) error {
		if name == "" || !utf8.ValidString(name) {
			// Prometheus refuses such label values, by a panic.
			return fmt.Errorf("the name %q of a limiter is empty or not valid UTF-8", name)
		}
		l.name = name
		return nil
	}
}

// WithMaxInFlight lets at most n reconciles of a Limiter run at the same time, whichever
// controllers they are of. n is at least 1. Reconciles under GlobalRateLimiter do not
// count, because nothing tells when they end.
func WithMaxInFlight(n int) LimiterOption {
	return func(l *Limiter) error {
		if n < 1 {
			return fmt.Errorf("at most %d reconciles at the same time, want at least 1", n)
		}
		l.most = n
		return nil
	}
}

// apply applies options to a Limiter that nobody else knows of yet.
func (l *Limiter) apply(options []LimiterOption) error {
	for _, option := range options {
		if option == nil {
			return errors.New("an option is nil")
		}
		if err := option(l); err != nil {
			return err
		}
	}
	l.counted = l.most > 0 || l.parent != nil && l.parent.counted
	if err := l.register(); err != nil {
		return err
	}
	if l.source != nil {
		l.source.Notify(l.refilled)
	}
	return nil
}

// register makes a Limiter known by its name, if it has one.
func (l *Limiter) register() error {
	if l.name == "" {
		return nil
	}
	t := l.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.named[l.name]; taken {
		return fmt.Errorf("the name %q is taken by another class of the same limits", l.name)
	}
	t.named[l.name] = l
	reportLimiter(l)
	return nil
}

// refilled lets through what waited for the source's tokens.
func (l *Limiter) refilled() {
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	if l.dry {
		l.dry = false
		l.changed()
		l.tree.dispatch(l.tree.now())
	}
}

// takeFromSources takes a token of each source from l up to the root, or none,
// and reports whether it did. A source that had none is not asked again until it
// says so.
func (l *Limiter) takeFromSources(waiting int) bool {
	for n := l; n != nil; n = n.parent {
		if n.source != nil && !n.source.Take(waiting) {
			n.dry = true
			n.changed()
			l.giveBackToSources(n)
			return false
		}
	}
	return true
}

// giveBackToSources returns the tokens taken from l up to, but not of, end.
func (l *Limiter) giveBackToSources(end *Limiter) {
	for n := l; n != end; n = n.parent {
		if n.source != nil {
			n.source.GiveBack()
			n.dry = false // it has that one
			n.changed()
		}
	}
}
