package ratelimiter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/util/workqueue"
)

const (
	// defaultBaseDelay and defaultMaxDelay are the per-item back-off of
	// crossplane-runtime's ratelimiter.NewController.
	defaultBaseDelay = time.Second
	defaultMaxDelay  = 60 * time.Second
)

// A failureBackOff delays an item that fails again and again: by base after the first
// failure, twice as long after each further one, at most max, and optionally by
// a random part more.
//
// It is the limiter of one controller's queue. Controllers must not share one:
// their requests are only names, and equal names of two kinds would delay and
// forget each other. It keeps an entry for each item that failed since it last
// succeeded, and is safe for concurrent use.
type failureBackOff[request comparable] struct {
	base, max time.Duration
	jitter    float64

	kept atomic.Int64 // how many are, so that nobody locks while none is

	mu    sync.Mutex
	items shrinking[request, failures]
}

type failures struct {
	count int
	// kept says that the request was put off, so that the next Forget is the
	// queue's answer to that and not to a success.
	kept bool
}

var _ workqueue.TypedRateLimiter[string] = (*failureBackOff[string])(nil)

// newBackOff returns a failureBackOff from base to max. Each delay is lengthened by a
// random part of it, at most jitter times its length; 0 means none. It is an
// error if base is not above 0, max is below base, or jitter is outside 0 to 1.
func newBackOff[request comparable](base, max time.Duration, jitter float64) (*failureBackOff[request], error) {
	if base <= 0 || max < base {
		return nil, fmt.Errorf("back-off from %v to %v: the first delay must be above 0 and at most the longest", base, max)
	}
	if !(jitter >= 0 && jitter <= 1) {
		return nil, fmt.Errorf("back-off jitter %v is outside 0 to 1", jitter)
	}
	return &failureBackOff[request]{base: base, max: max, jitter: jitter}, nil
}

// When counts a failure of the item and returns how long to delay its retry.
func (b *failureBackOff[request]) When(item request) time.Duration {
	b.mu.Lock()
	f := b.items.of[item]
	failed := f.count
	f.count++
	b.set(item, f, false) // it failed after all
	b.mu.Unlock()

	delay := b.max
	// Shifted the other way, because base << failed would overflow.
	if failed < 63 && b.base <= b.max>>failed {
		delay = b.base << failed
	}
	return lengthened(delay, b.jitter)
}

// lengthened returns the delay and a random part of it, at most that fraction.
func lengthened(delay time.Duration, fraction float64) time.Duration {
	if fraction == 0 {
		return delay // most have none, and to draw a number is a tenth of a pass
	}
	longer := time.Duration(rand.Float64() * fraction * float64(delay))
	return delay + min(longer, math.MaxInt64-delay)
}

// Forget ends the item's back-off. The one Forget that follows a reconcile which
// a Reconciler of this package put off changes nothing.
func (b *failureBackOff[request]) Forget(item request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f := b.items.of[item]; f.kept {
		b.set(item, f, false)
		return
	}
	b.items.delete(item)
}

// NumRequeues returns how often the item failed since it was last forgotten.
func (b *failureBackOff[request]) NumRequeues(item request) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.items.of[item].count
}

// keep makes the next Forget of the item do nothing, if that comes before the item
// is let through. An item without failures has nothing to keep; adding no entry
// for it keeps the map from growing when the queue does not use this failureBackOff at
// all.
func (b *failureBackOff[request]) keep(item request) { b.setKept(item, true) }

// letThrough says that the item is reconciled now: what follows is the answer to
// that.
func (b *failureBackOff[request]) letThrough(item request) {
	if b.kept.Load() > 0 {
		b.setKept(item, false)
	}
}

func (b *failureBackOff[request]) setKept(item request, kept bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f, ok := b.items.of[item]; ok {
		b.set(item, f, kept)
	}
}

// set stores the failures of an item, kept or not. It is called with the lock held.
func (b *failureBackOff[request]) set(item request, f failures, kept bool) {
	switch {
	case kept && !f.kept:
		b.kept.Add(1)
	case !kept && f.kept:
		b.kept.Add(-1)
	}
	f.kept = kept
	b.items.set(item, f)
}
