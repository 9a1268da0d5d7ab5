package ratelimiter

import (
	"errors"
	"fmt"
	"time"
)

// maxThrottle bounds how long one answer of a far side can hold its callers up:
// a wrong one should not stop a program for good.
const maxThrottle = time.Hour

// A throttledError is the error of a reconcile that the far side told to slow
// down. Throttled makes one.
type throttledError struct {
	// After is how long the far side asked to be left alone, 0 if it did not say.
	After time.Duration

	err error
}

// Throttled returns an error that wraps err and says that the far side wants fewer
// calls. After is how long it asked to be left alone, such as the Retry-After of an
// HTTP status 429. It is 0 if the far side did not say for how long, or cannot
// serve anybody, which is a status 5xx. If a reconcile returns the error, its
// Reconciler calls Throttle; for everybody else the error is err. If err is nil, so
// is the result.
func Throttled(err error, after time.Duration) error {
	if err == nil {
		return nil
	}
	return &throttledError{After: after, err: err}
}

// throttledIn returns how long a far side asked to be left alone, the longest if several errors in the
// tree of err say so, and whether any does. Kubernetes' aggregates have no Unwrap.
func throttledIn(err error) (after time.Duration, ok bool) {
	var further []error
	switch e := err.(type) {
	case *throttledError:
		return max(e.After, 0), true
	case interface{ Errors() []error }:
		further = e.Errors()
	case interface{ Unwrap() []error }:
		further = e.Unwrap()
	case interface{ Unwrap() error }:
		further = []error{e.Unwrap()}
	}
	for _, err := range further {
		a, is := throttledIn(err)
		after, ok = max(after, a), ok || is
	}
	return after, ok
}

// Error implements error.
func (e *throttledError) Error() string {
	if e.After <= 0 {
		return fmt.Sprintf("throttled: %v", e.err)
	}
	return fmt.Sprintf("throttled for %v: %v", e.After, e.err)
}

// Unwrap returns the error that was given to Throttled.
func (e *throttledError) Unwrap() error { return e.err }

// Throttle lets nothing through for a while, at most an hour, and drops the tokens
// at hand, so that there is no burst afterwards. A Limiter made WithAdaptive then
// goes on at half its rate. What waits goes on waiting.
func (l *Limiter) Throttle(after time.Duration) error {
	if !l.made() {
		return fmt.Errorf("cannot throttle: %w", errNoLimiter)
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	l.heed(min(after, maxThrottle), now)
	l.tree.dispatch(now)
	return nil
}

// heed is Throttle, with the tree locked.
func (l *Limiter) heed(after time.Duration, now int64) {
	l.throttled.Add(1)
	l.changed()
	if after > 0 {
		l.bucket.emptyUntil(now, now+int64(after))
	}
	if l.adaptive != nil {
		l.slowDown(now)
	}
}

// Pause lets nothing through until Resume. Tokens accrue meanwhile, up to the
// burst.
func (l *Limiter) Pause() error { return l.setPaused(true) }

// Resume ends a Pause.
func (l *Limiter) Resume() error { return l.setPaused(false) }

func (l *Limiter) setPaused(paused bool) error {
	if !l.made() {
		return errNoLimiter
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	l.paused = paused
	l.changed()
	l.tree.dispatch(l.tree.now())
	return nil
}

// adaptive is what a Limiter knows that was made WithAdaptive. Guarded by the
// tree's lock.
type adaptive struct {
	quiet int64 // until then, further throttling belongs to the last cut
	timer *time.Timer

	breaker breaker // of a class
}

const (
	// adaptiveStep is after how long without throttling a Limiter regains a
	// tenth of its rate.
	adaptiveStep = 10 * time.Second
	regainParts  = 10

	// leastParts bounds how far the rate is cut: to a part in so many.
	leastParts = 100

	// sameCut is how long answers belong to one event: reconciles that were
	// under way when the first of them came.
	sameCut = time.Second
)

// WithAdaptive lets a Limiter find a rate below its own that the far side bears.
// Each time that it is throttled, it cuts the rate by half, at most once a
// second and down to a hundredth. Every ten seconds without throttling, it
// regains a tenth of the rate that was set, up to that rate (additive increase,
// multiplicative decrease; Chiu and Jain, 1989).
//
// It is also a breaker for a far side that is away. After five reconciles in a row with
// errors made by Throttled, it lets one at a time through, after 1 s, 2 s, 4 s and so on
// up to a minute, until the far side answers one: with success, or with another error. A
// result with Requeue, a panic or an ended context tell nothing. It counts for the whole
// class, with the classes in it that do not adapt themselves. For a global limiter, it counts
// for each controller that is in no class which adapts.
func WithAdaptive() LimiterOption {
	return func(l *Limiter) error {
		if l.adaptive != nil {
			return errors.New("WithAdaptive is given twice")
		}
		l.adaptive = &adaptive{}
		return nil
	}
}

// slowDown cuts the rate. It is called with the tree locked.
func (l *Limiter) slowDown(now int64) {
	l.changed()
	a := l.adaptive
	if a.timer == nil {
		a.timer = time.AfterFunc(adaptiveStep, l.speedUp)
	} else {
		a.timer.Reset(adaptiveStep)
	}
	if now < a.quiet {
		return
	}
	a.quiet = now + int64(sameCut)
	l.bucket.set(max(l.bucket.rate/2, l.rate/leastParts, 1), l.bucket.burst, now)
}

// speedUp runs when there was no throttling for a step.
func (l *Limiter) speedUp() {
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	a, now := l.adaptive, l.tree.now()
	l.changed()
	l.bucket.set(min(l.bucket.rate+max(l.rate/regainParts, 1), l.rate), l.bucket.burst, now)
	if l.bucket.rate < l.rate {
		a.timer.Reset(adaptiveStep)
	}
	l.tree.dispatch(now)
}
