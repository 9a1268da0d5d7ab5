package ratelimiter

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// A Limiter lets through a number of reconciles a second, shared fairly between
// the controllers that ask it.
//
// It is a token bucket: it starts with burst tokens, gains rate tokens a second
// up to burst, and each reconcile takes one. Over every window of length w, to
// the nanosecond, at most burst + rate*w reconciles are let through; nothing is
// let through early, and a token that was granted to a wait that ended is given
// to the next one. Tokens do not lie idle while a reconcile that may have them
// waits. The times meant are those at which the token is granted; a busy machine
// may start the reconcile later.
//
// Who comes next is settled by start-time fair queueing (Goyal, Vin and Cheng,
// 1996): between shares by weight, within a share first come first served. A
// share that was idle starts level with the others: it has no credit for the
// past, and does not wait behind their backlog.
//
// A Limiter holds memory for its shares and for the calls that wait at the
// moment, and has no goroutine. All methods may be called concurrently. A
// Limiter that NewLimiter or NewClass did not make has no limit to keep: its
// methods return errors, or zero.
type Limiter struct {
	tree   *tree
	parent *Limiter // nil for the root
	name   string   // empty for most
	bucket bucket
	source TokenSource // nil for most
	dry    bool        // the source had no token and has not said yet that it has
	paused bool

	adaptive  *adaptive     // nil for most
	throttled atomic.Uint64 // how often Throttle was called

	// The rest is the schedule between what lies below; see schedule.go.
	waitingShares  heap[*Share]
	waitingClasses []*Limiter
	virtual        int64 // start tag of what was let through last
	offset         int64 // from this limiter's tags to its parent's
	stalled        bool  // something waits below, and nothing of it could go
}

// NewLimiter returns a Limiter of rate tokens a second, 0.000001 to 1e9, that
// holds at most burst tokens, at least 1. The rate is kept in millionths of a
// token a second. It is an error if either is out of range.
func NewLimiter(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	t := newTree()
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

// errNoLimiter is what a Limiter returns that no constructor made.
var errNoLimiter = errors.New("the limiter is nil or empty: make it with NewLimiter or NewClass")

func (l *Limiter) made() bool { return l != nil && l.tree != nil }

// NewClass returns a Limiter for a part of what l limits, such as the
// controllers that call one service of a cloud. A reconcile of the class takes
// a token of the class and one of l and of all l is a class of, or none of
// them. While a class has no token, its reconciles hold up no others.
//
// The ranges and errors are those of NewLimiter. A class cannot be removed.
func (l *Limiter) NewClass(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	if !l.made() {
		return nil, fmt.Errorf("cannot make a class: %w", errNoLimiter)
	}
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
	if !l.made() {
		return fmt.Errorf("cannot change the limit: %w", errNoLimiter)
	}
	units, err := checkLimit(rate, burst)
	if err != nil {
		return fmt.Errorf("cannot change the limit: %w", err)
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	l.setLimit(limit{units, int64(burst), l.paused}, now)
	l.tree.dispatch(now)
	return nil
}

// limit is what was set of a Limiter.
type limit struct {
	rate   uint64 // in rate units
	burst  int64
	paused bool
}

// limit returns what was set. It is called with the tree locked.
func (l *Limiter) limit() limit {
	rate := l.bucket.rate
	if l.adaptive != nil {
		rate = l.adaptive.rate
	}
	return limit{rate, l.bucket.burst, l.paused}
}

// setLimit sets the limit from now on. It is called with the tree locked.
func (l *Limiter) setLimit(to limit, now int64) {
	l.paused = to.paused
	if from := l.limit(); from == to {
		return
	}
	l.bucket.set(to.rate, to.burst, now)
	if l.adaptive != nil {
		l.adaptive.rate = to.rate
	}
}

// Rate returns the tokens a second that accrue now: what was set, or less while a
// Limiter made WithAdaptive is throttled. It is 0 for a Limiter that no
// constructor made.
func (l *Limiter) Rate() float64 { return l.state().rate }

// Burst returns how many tokens l holds at most.
func (l *Limiter) Burst() int { return l.state().burst }

// Tokens returns how many tokens l holds now, without those of a source.
func (l *Limiter) Tokens() int { return l.state().tokens }

// limiterState is what a Limiter shows of itself.
type limiterState struct {
	rate          float64 // tokens a second
	burst, tokens int
	stopped       bool // paused, or throttled for a while
}

func (l *Limiter) state() limiterState {
	if !l.made() {
		return limiterState{}
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	l.bucket.advance(now)
	return limiterState{
		rate:    float64(l.bucket.rate) / rateUnit,
		burst:   int(l.bucket.burst),
		tokens:  int(l.bucket.tokens),
		stopped: l.paused || l.bucket.last > now,
	}
}

// tryTake takes a token of l and of all it is a class of, and of their sources,
// or none, and reports whether it did.
func (l *Limiter) tryTake(now int64, waiting int) bool {
	for n := l; n != nil; n = n.parent {
		if !n.hasToken(now) {
			return false
		}
	}
	if !l.takeFromSources(waiting) {
		return false
	}
	l.take()
	return true
}

// hasToken reports whether l itself has a token, as far as is known: a source
// knows better when it is asked.
func (l *Limiter) hasToken(now int64) bool {
	return !l.dry && !l.paused && l.bucket.available(now)
}

// take takes the tokens that hasToken has seen, after those of the sources.
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
