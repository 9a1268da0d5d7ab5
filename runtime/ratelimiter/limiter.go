package ratelimiter

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
)

// A Limiter lets through a number of reconciles a second, shared fairly between
// the controllers that ask it.
//
// It is a token bucket: it gains rate tokens a second up to burst, and each reconcile takes
// one. Over every window of length w, to the nanosecond, it lets at most burst + rate*w
// reconciles through. It lets nothing through early. If a wait ends after it got its token,
// the next one gets the token. When it is first asked, it holds only one token. So a program
// that follows another, in a rolling update or a crash loop, does not have another burst.
// Tokens do not lie idle while a reconcile that may have them waits. These times are those
// at which the token is granted; a busy machine may start the reconcile later.
//
// Start-time fair queueing (Goyal, Vin and Cheng, 1996) settles who comes
// next: between shares by weight, within a share first come first served. A
// share that was idle starts level with the others: it has no credit for the
// past, and does not wait behind their backlog.
//
// A Limiter holds memory for its shares and for the calls that wait at the
// moment, and has no goroutine. All methods may be called concurrently. A
// Limiter that neither New nor NewClass made has no limit to keep: its
// methods return errors, or zero.
type Limiter struct {
	tree   *tree
	parent *Limiter // nil for the root
	name   string   // empty for most
	bucket bucket
	rate   uint64      // that was set; the bucket's is lower while the limiter adapts
	source tokenSource // nil for most
	dry    bool        // the source had no token and has not said yet that it has
	paused bool

	most     int  // reconciles at the same time, 0 for any number
	inFlight int  // of those, right only if counted
	counted  bool // this limiter, or what it is a class of, has a most

	adaptive  *adaptive     // nil for most
	throttled atomic.Uint64 // how often Throttle was called

	// The rest is the schedule between what lies below; see schedule.go.
	waitingShares  heap[*share]
	waitingClasses []classInLine
	place          int   // among its parent's, from 1; 0 if nothing waits
	virtual        int64 // start tag of what was let through last
	offset         int64 // from this limiter's tags to its parent's
	stalled        bool  // something waits below, and nothing of it could go
}

// newLimiter returns a Limiter of rate tokens a second, 0.000001 to 1e9, that
// holds at most burst tokens, at least 1. The rate is kept in millionths of a
// token a second. It is an error if either is out of range.
func newLimiter(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	t := newTree()
	b, err := newBucket(rate, burst, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot make a limiter: %w", err)
	}
	t.root = newLimiterOf(t, nil, b)
	if err := t.root.apply(options); err != nil {
		return nil, fmt.Errorf("cannot make a limiter: %w", err)
	}
	return t.root, nil
}

func newLimiterOf(t *tree, parent *Limiter, b bucket) *Limiter {
	l := &Limiter{tree: t, parent: parent, bucket: b, rate: b.rate}
	l.bucket.empty()
	return l
}

// errNoLimiter is what a Limiter returns that no constructor made.
var errNoLimiter = errors.New("the limiter is nil or empty: make it with newLimiter or NewClass")

func (l *Limiter) made() bool { return l != nil && l.tree != nil }

// shown is what a limiter is called in the log.
func (l *Limiter) shown() string {
	if l.name == "" {
		return "a class without a name"
	}
	return l.name
}

// NewClass returns a Limiter for a part of what l limits, such as the controllers
// that call one service of a cloud. A reconcile of the class takes a token of the
// class, one of l, and one of each limiter that l is a class of, or none of them.
// While a class has no token, its reconciles hold up no others. With a burst of 1 the
// class gets less than its rate while l is used up, because its token waits for one
// of l, and no second one accrues meanwhile. With 2 it gets all of its rate.
//
// The rate is 0.000001 to 1e9 tokens a second, and the burst at least 1. It
// is an error if either is out of range. A class cannot be removed.
func (l *Limiter) NewClass(rate float64, burst int, options ...LimiterOption) (*Limiter, error) {
	if !l.made() {
		return nil, fmt.Errorf("cannot make a class: %w", errNoLimiter)
	}
	b, err := newBucket(rate, burst, l.tree.now())
	if err != nil {
		return nil, fmt.Errorf("cannot make a class: %w", err)
	}
	class := newLimiterOf(l.tree, l, b)
	if err := class.apply(options); err != nil {
		return nil, fmt.Errorf("cannot make a class: %w", err)
	}
	class.tellSmallBurst()
	return class, nil
}

// tellSmallBurst says of a class with a burst of 1 what that costs. No window of time may
// have more than its rate and that one, so its tokens come at least a period apart; and as
// none of the limit above may idle, they come with that one's tokens.
func (l *Limiter) tellSmallBurst() {
	l.tree.mu.Lock()
	rate, above, burst := l.rate, uint64(math.MaxUint64), l.bucket.burst
	for n := l.parent; n != nil; n = n.parent {
		above = min(above, n.rate)
	}
	l.tree.mu.Unlock()
	if burst > 1 || rate >= above {
		return
	}
	periods := (above + rate - 1) / rate
	if least := above / periods; least < rate/100*99 {
		logger().Info("A class with a burst of 1 gets less than its rate while the limit above it is used up; with a burst of 2 it gets all",
			"class", l.shown(), "rate", float64(rate)/rateUnit, "gets", float64(least)/rateUnit)
	}
}

// SetLimit changes the rate, in tokens a second, and the burst from now on,
// also for reconciles that wait. Tokens above the new burst are dropped. A
// window during which the limit changes lets through at most the burst at its
// start plus what accrues in it. The ranges are those of NewClass; on an error
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
	holds := units
	if l.bucket.rate < l.rate {
		holds = min(units, l.bucket.rate) // a cut is regained in steps, whatever is set meanwhile
	}
	l.rate = units
	l.bucket.set(holds, int64(burst), now)
	l.changed()
	l.tree.dispatch(now)
	return nil
}

// limiterState is what a Limiter shows of itself.
type limiterState struct {
	rate          float64 // tokens a second
	burst, tokens int
	stopped       bool // paused, or throttled for a while
}

func (l *Limiter) state() limiterState {
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	l.bucket.advance(now)
	return limiterState{
		rate:    float64(l.bucket.rate) / rateUnit,
		burst:   int(l.bucket.burst),
		tokens:  int(max(l.bucket.tokens, 0)),
		stopped: l.stopped(now),
	}
}

// stopped reports whether nothing is let through for a while, however many tokens there are.
func (l *Limiter) stopped(now int64) bool {
	return l.paused || l.bucket.last > now || l.heldFor(now) > 0
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
	return !l.dry && !l.paused && !l.full() && l.heldFor(now) == 0 && l.bucket.available(now)
}

// full reports whether as many reconciles run as may.
func (l *Limiter) full() bool { return l.most > 0 && l.inFlight >= l.most }

// ended says that a reconcile which was let through has ended.
func (l *Limiter) ended() {
	if !l.counted {
		return // without the lock
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	wasFull := false
	for n := l; n != nil; n = n.parent {
		wasFull = wasFull || n.full()
		n.inFlight--
	}
	l.changed()
	if wasFull {
		l.tree.dispatch(l.tree.now())
	}
}

// take takes the tokens that hasToken has seen, after those of the sources.
func (l *Limiter) take() {
	for n := l; n != nil; n = n.parent {
		n.bucket.take()
		n.inFlight++
	}
	l.changed()
}

// giveBack returns what take and takeFromSources took.
func (l *Limiter) giveBack(now int64) {
	l.giveBackToSources(nil)
	for n := l; n != nil; n = n.parent {
		n.bucket.giveBack(now)
		n.inFlight--
	}
	l.changed()
}
