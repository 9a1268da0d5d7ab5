package ratelimiter

import (
	"errors"
	"maps"
	"slices"
	"time"
)

// observePeriod is how often a line in the log sums up what a limit would have done.
const observePeriod = time.Hour

// WithObserve lets the limits of New count, and hold nothing up. The metric
// reconcile_limiter_would_have_waited_total counts each reconcile that would have waited,
// by controller, and the log has a line an hour. A reconcile would have waited if the
// bucket had no token for it; then it uses up none. LimitRESTConfig and the number of
// workers leave a program as it is. The back-off is that of the limits.
func WithObserve() LimiterOption {
	return func(l *Limiter) error {
		if l.parent != nil {
			return errors.New("WithObserve is for New: a class is observed with the limits that it is of")
		}
		l.tree.observed = &observed{over: map[string]uint64{}}
		return nil
	}
}

// observed is what was counted since the last line in the log. Guarded by the tree's lock.
type observed struct {
	through uint64
	over    map[string]uint64 // reconciles that would have waited, by controller
	timer   *time.Timer
}

// observe lets a reconcile through whether there is a token or not. It is called with the
// tree locked.
func (s *share) observe(now int64) {
	t := s.limiter.tree
	o := t.observed
	if o.timer == nil {
		o.timer = time.AfterFunc(observePeriod, t.sumUp)
	}
	o.through++
	s.metrics.passed(0)
	if !s.parked && s.limiter.tryTake(now, 1) {
		return
	}
	o.over[s.name]++
	s.metrics.wouldWait.Inc()
	for n := s.limiter; n != nil; n = n.parent {
		n.inFlight++
	}
}

// sumUp writes the line in the log. The next one comes a period after the next reconcile.
func (t *tree) sumUp() {
	t.mu.Lock()
	o := t.observed
	through, over := o.through, o.over
	o.through, o.over, o.timer = 0, map[string]uint64{}, nil
	rate, burst := float64(t.root.bucket.rate)/rateUnit, t.root.bucket.burst
	t.mu.Unlock()
	var sum uint64
	for _, n := range over {
		sum += n
	}
	names := slices.SortedFunc(maps.Keys(over), func(a, b string) int { return int(over[b]) - int(over[a]) })
	logger().Info("What the limit would have done", "rate", rate, "burst", burst,
		"reconciles", through, "wouldHaveWaited", sum, "mostOf", names[:min(len(names), 5)])
}
