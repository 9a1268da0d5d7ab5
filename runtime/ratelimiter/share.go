package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"
)

// maxWeight is the highest weight of a share. Beyond it, the integer quantum of
// a share would be off by more than 0.1 %.
const maxWeight = 720

// A share is one controller's part of a Limiter. Its methods may be called
// concurrently.
type share struct {
	limiter *Limiter
	name    string
	metrics shareMetrics
	ofQueue bool // ends with the queue that it was made for
	untold  bool // nobody tells what becomes of its reconciles

	// Guarded by the tree's lock.
	quantum     int64  // by how much the share moves back for a token
	tag         int64  // where the next to go stands in line, in terms of limiter
	since       uint64 // when it last had a turn or began to wait, by the tree's counter
	index       int    // among the limiter's shares that wait
	first, last *waiter
	returning   bool // the last who waited gave up and will be back
	parked      bool // out of line until parkedUntil
	parkedUntil int64
	parkedIndex int     // among the parked
	alone       breaker // of a controller in no class that adapts, if the global limiter does
	slow        *bucket // of one that was held up alone, nil for most
	closed      bool
}

// newShare returns a part of l for the controller of that name. Shares that ask
// at the same time get tokens in proportion to their weights, from 1 to 720;
// give all the same for equal parts.
//
// It is an error if the name is empty or no valid UTF-8, if l or a Limiter related to it (the one
// l is a class of, or another class) has a share of that name that was not
// closed, or if the weight is out of range.
func (l *Limiter) newShare(name string, weight int) (*share, error) {
	if !l.made() {
		return nil, fmt.Errorf("share %q: %w", name, errNoLimiter)
	}
	if name == "" {
		return nil, errors.New("a share of a limiter needs a name")
	}
	if !utf8.ValidString(name) {
		// Prometheus refuses such label values, by a panic.
		return nil, fmt.Errorf("share %q: the name is not valid UTF-8", name)
	}
	if err := checkWeight(weight); err != nil {
		return nil, fmt.Errorf("share %q: %w", name, err)
	}
	t := l.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, taken := t.shares[name]; taken {
		return nil, fmt.Errorf("share %q: the limiter already has a share of that name", name)
	}
	s := &share{limiter: l, name: name, metrics: metricsFor(name, t.observed != nil), quantum: fullQuantum / int64(weight)}
	t.shares[name] = s
	return s, nil
}

// newShareLike returns a share for a queue, whose controller has that name. If another
// share has it, or it is not fit for metrics, the name gets a number.
func (l *Limiter) newShareLike(name string, weight int) *share {
	name = strings.ToValidUTF8(name, "?")
	if name == "" {
		name = "unnamed"
	}
	s, err := l.newShare(name, weight)
	for n := 2; err != nil; n++ {
		s, err = l.newShare(fmt.Sprint(name, "-", n), weight)
	}
	s.ofQueue = true
	return s
}

func checkWeight(weight int) error {
	if weight < 1 || weight > maxWeight {
		return fmt.Errorf("weight %d is outside 1 to %d", weight, maxWeight)
	}
	return nil
}

var (
	// errClosed is what Wait returns once the share was closed.
	errClosed = errors.New("the share of the limiter was closed")

	// errGaveUp says that waiting on would have used up more than half of the
	// time to the context's deadline.
	errGaveUp = errors.New("half of the time to the deadline passed in waiting")
)

// Close frees the name for another share. Calls that wait go on waiting; later
// ones are refused.
func (s *share) Close() {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !s.closed {
		s.closed = true
		delete(t.shares, s.name)
	}
}

// waited is when a wait began and ended, on the tree's clock; the same if there was
// none.
type waited struct{ from, to int64 }

// wait blocks until the share's turn comes and takes a token of its limiter and
// of all that is a class of. It returns nil if and only if the caller may go
// ahead. It takes nothing and returns the context's error as soon as ctx is done, and
// at once if it was done before, and errClosed if the share was closed before. If keepHalf, it returns errGaveUp rather than let more than
// half of the time to the context's deadline pass, so that the rest remains for the
// reconcile.
func (s *share) wait(ctx context.Context, keepHalf bool) (waited, error) {
	return s.waitFor(ctx, s.ask, keepHalf)
}

// waitFor is wait for what ask asks for.
func (s *share) waitFor(ctx context.Context, ask func() (*waiter, error), keepHalf bool) (waited, error) {
	if err := ctx.Err(); err != nil {
		s.metrics.turnedAway.Inc()
		return waited{}, err
	}
	w, err := ask()
	if w == nil {
		return waited{}, err
	}
	var giveUp <-chan time.Time
	if deadline, ok := ctx.Deadline(); ok && keepHalf {
		timer := time.NewTimer(patience(deadline))
		defer timer.Stop()
		giveUp = timer.C
	}
	select {
	case <-w.granted:
		err = ctx.Err()
	case <-ctx.Done():
		err = ctx.Err()
	case <-giveUp:
		err = errGaveUp
	}
	err = s.endWait(w, err)
	span := waited{w.began, s.limiter.tree.now()}
	s.metrics.workerWait.Add(time.Duration(span.to - span.from).Seconds())
	return span, err
}

// patience is how long to wait before a deadline: a random time between a quarter
// and a half of what is left. With a fixed one, turns and waits could keep step,
// so that the same requests gave up time and again just before their turn.
func patience(deadline time.Time) time.Duration {
	half := time.Until(deadline) / 2
	return half - time.Duration(rand.Float64()*float64(half)/2)
}

// ask takes a token at once and returns no waiter, or returns one in line, to be
// handed to endWait.
func (s *share) ask() (w *waiter, err error) {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("share %q: %w", s.name, errClosed)
	}
	now := t.now()
	if t.observed != nil {
		t.unparkDue(now)
		s.observe(now)
		return nil, nil
	}
	if t.waiting > 0 || len(t.parked) > 0 {
		t.dispatch(now)
	}
	// Whoever still waits lacks a token of a class or a source, so nobody is
	// overtaken.
	if !s.parked && s.limiter.tryTake(now, t.waiting+1) {
		s.charge()
		s.tries(now)
		s.metrics.passed(0)
		return nil, nil
	}
	w = s.enqueue()
	w.began = now
	t.arm(now)
	s.metrics.waiting.Inc()
	return w, nil
}

// endWait ends the wait of w: with a token and nil if it was granted and ended
// is nil, and without one and with the error otherwise. One who gives up goes
// with the token if it came at that very instant.
func (s *share) endWait(w *waiter, ended error) error {
	s.metrics.waiting.Dec()
	t := s.limiter.tree
	if ended == nil {
		s.metrics.passed(time.Duration(t.now() - w.began).Seconds())
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if ended == errGaveUp {
		t.dispatch(now)
		if w.done {
			s.metrics.passed(time.Duration(now - w.began).Seconds())
			return nil
		}
		s.returning = true
	}
	t.leave(w, now)
	s.metrics.turnedAway.Inc()
	return ended
}

// giveBack returns a token that Wait or ask took and that was not used.
func (s *share) giveBack() {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	s.giveBackAt(t.now())
}

// giveBackAt is giveBack, with the tree locked.
func (s *share) giveBackAt(now int64) {
	s.limiter.giveBack(now)
	s.toldNothing(now)
	s.limiter.tree.dispatch(now)
}

// giveTurnBack is giveBack, of a token that could not be used: the share has its turn again.
func (s *share) giveTurnBack() {
	t := s.limiter.tree
	t.mu.Lock()
	s.tag -= s.quantum
	s.returning = true
	if s.first != nil && !s.parked {
		s.limiter.waitingShares.fix(s)
		s.limiter.changed()
	}
	t.mu.Unlock()
	s.giveBack()
}
