package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Limiter lets through a number of reconciles a second, shared fairly between
// the controllers that ask it.
//
// It is a token bucket: it starts with burst tokens, gains rate tokens a second
// up to burst, and each reconcile takes one. Over every window of length w, to
// the nanosecond, at most burst + rate*w reconciles are let through; nothing is
// let through early, and a token that was granted to a wait that ended is given
// to the next one. Tokens do not lie idle while a reconcile that may have them
// waits. The times meant are those at which Wait grants; a busy machine may
// start the reconcile later.
//
// Who comes next is settled by start-time fair queueing (Goyal, Vin and Cheng,
// 1996): between shares by weight, within a share first come first served. A
// share that was idle starts level with the others: it has no credit for the
// past, and does not wait behind their backlog.
//
// A Limiter holds memory for its shares and for the calls that wait at the
// moment, and has no goroutine. All methods may be called concurrently.
type Limiter struct {
	tree   *tree
	parent *Limiter // nil for the root
	bucket bucket
	source TokenSource // nil for most
	dry    bool        // the source had no token and has not said yet that it has

	// The rest is the schedule between what lies below; see schedule.go.
	waitingShares  []*Share
	waitingClasses []*Limiter
	virtual        int64 // start tag of what was let through last
	offset         int64 // from this limiter's tags to its parent's
	stalled        bool  // something waits below, and nothing of it could go
}

// NewLimiter returns a Limiter of rate tokens a second, 0.000001 to 1e9, that
// holds at most burst tokens, at least 1. The rate is kept in millionths of a
// token a second. It is an error if either is out of range.
func NewLimiter(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	t := &tree{base: time.Now(), names: map[string]struct{}{}}
	b, err := newBucket(rate, burst, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot make a limiter: %w", err)
	}
	t.root = &Limiter{tree: t, bucket: b}
	if err := t.root.apply(options); err != nil {
		return nil, fmt.Errorf("cannot make a limiter: %w", err)
	}
	return t.root, nil
}

// NewGlobal returns a Limiter for all reconciles of all controllers of one
// manager: maxReconcileRate a second, with bursts of ten times as many. It is
// an error if maxReconcileRate is not at least 1.
func NewGlobal(maxReconcileRate int, options ...LimiterOption) (*Limiter, error) {
	if err := checkMaxReconcileRate(maxReconcileRate); err != nil {
		return nil, err
	}
	return NewLimiter(float64(maxReconcileRate), burstFactor*maxReconcileRate, options...)
}

// NewClass returns a Limiter for a part of what l limits, such as the
// controllers that call one service of a cloud. A reconcile of the class takes
// a token of the class and one of l and of all l is a class of, or none of
// them. While a class has no token, its reconciles hold up no others.
//
// The ranges and errors are those of NewLimiter. A class cannot be removed.
func (l *Limiter) NewClass(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	b, err := newBucket(rate, burst, l.tree.now())
	if err != nil {
		return nil, fmt.Errorf("cannot make a class: %w", err)
	}
	class := &Limiter{tree: l.tree, parent: l, bucket: b}
	if err := class.apply(options); err != nil {
		return nil, fmt.Errorf("cannot make a class: %w", err)
	}
	return class, nil
}

// SetLimit changes the rate, in tokens a second, and the burst from now on, for
// those who wait too. Tokens above the new burst are dropped. A window during
// which the limit changes lets through at most the burst at its start plus what
// accrues in it. The ranges and errors are those of NewLimiter; on an error
// nothing changes.
func (l *Limiter) SetLimit(rate float64, burst int) error {
	units, err := checkLimit(rate, burst)
	if err != nil {
		return fmt.Errorf("cannot change the limit: %w", err)
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	l.bucket.set(units, int64(burst), now)
	l.tree.dispatch(now)
	return nil
}

// errForeignShare means that the caller mixed up two limiters, which would let
// through more than either allows.
var errForeignShare = errors.New("the share is not one of this limiter's")

// Wait blocks until the share's turn comes and takes a token of l and of all
// that l is a class of. It returns nil if and only if the caller may go ahead.
//
// It takes nothing and returns the context's error as soon as ctx is done, and
// at once if it was done before. If ctx has a deadline, Wait gives up when more
// than half of the time until then would pass in waiting, so that the other
// half remains for the reconcile: it returns a *DeadlineError, at once where
// that is foreseeable. The share must be one that l.NewShare returned.
func (l *Limiter) Wait(ctx context.Context, s *Share) error {
	if s == nil || s.limiter != l {
		return errForeignShare
	}
	if err := ctx.Err(); err != nil {
		s.metrics.turnedAway.Add(1)
		return err
	}
	t := l.tree
	t.mu.Lock()
	now := t.now()
	if t.waiting > 0 {
		t.dispatch(now)
	}
	// Whoever still waits lacks a token of a class, so nobody is overtaken.
	if l.available(now) && l.takeFromSources(t.waiting+1) {
		s.charge()
		l.take()
		t.mu.Unlock()
		s.metrics.atOnce.Add(1)
		return nil
	}
	return l.waitInLine(ctx, s, now) // unlocks
}

// waitInLine is the part of Wait that blocks. It is called with the tree locked
// and unlocks it.
func (l *Limiter) waitInLine(ctx context.Context, s *Share, now int64) error {
	t := l.tree
	at := placeOf(ctx)
	if at == 0 {
		t.arrived++
		at = t.arrived
	}
	var giveUp <-chan time.Time
	if deadline, ok := ctx.Deadline(); ok {
		patience := time.Until(deadline) / 2
		if expected := l.expectedWait(s, at, now); expected > patience {
			t.mu.Unlock()
			s.metrics.turnedAway.Add(1)
			return &DeadlineError{expected, at}
		}
		timer := time.NewTimer(patience)
		defer timer.Stop()
		giveUp = timer.C
	}
	w := s.enqueue(at)
	t.arm(now)
	t.mu.Unlock()

	s.metrics.waiting.Add(1)
	defer s.metrics.waiting.Add(-1)
	var err error
	select {
	case <-w.granted:
		if ctx.Err() == nil {
			s.metrics.observe(t.since(now))
			return nil
		}
		err = ctx.Err()
	case <-ctx.Done():
		err = ctx.Err()
	case <-giveUp:
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	ended := t.now()
	if err == nil {
		t.dispatch(ended) // a token may have come at this very instant
		if w.done {
			s.metrics.observe(time.Duration(ended - now))
			return nil
		}
	}
	t.leave(w, ended)
	s.metrics.turnedAway.Add(1)
	if err == nil {
		err = &DeadlineError{l.expectedWait(s, at, ended), at}
	}
	return err
}

// available reports whether l and all it is a class of have a token.
func (l *Limiter) available(now int64) bool {
	for n := l; n != nil; n = n.parent {
		if !n.hasToken(now) {
			return false
		}
	}
	return true
}

// hasToken reports whether l itself has a token, as far as is known: a source
// knows better when it is asked.
func (l *Limiter) hasToken(now int64) bool {
	return !l.dry && l.bucket.available(now)
}

// take takes the tokens that available has seen, after those of the sources.
func (l *Limiter) take() {
	for n := l; n != nil; n = n.parent {
		n.bucket.tokens--
	}
}

// giveBack returns what take and takeFromSources took.
func (l *Limiter) giveBack(now int64) {
	l.giveBackToSources(nil)
	for n := l; n != nil; n = n.parent {
		n.bucket.giveBack(now)
	}
}
