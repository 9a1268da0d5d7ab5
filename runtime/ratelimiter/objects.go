package ratelimiter

import (
	"math"
	"sync"
	"time"
)

// objectLimit is how often each request of one controller may be reconciled. It
// has a bucket for each request whose bucket is not full. Its methods may be
// called concurrently.
type objectLimit[T comparable] struct {
	full bucket // a bucket as new

	mu      sync.Mutex
	buckets map[T]*bucket
	sweepAt int   // the number of buckets at which to look for full ones
	sweepBy int64 // when to look at the latest
	fill    int64 // how long an empty bucket takes to be full
}

// sweepLeast keeps small numbers of buckets from being swept all the time.
const sweepLeast = 64

func newObjectLimit[T comparable](rate float64, burst int) (*objectLimit[T], error) {
	b, err := newBucket(rate, burst, 0)
	if err != nil {
		return nil, err
	}
	empty := b
	empty.tokens = 0
	fill := int64(empty.until(int64(burst)))
	return &objectLimit[T]{full: b, buckets: map[T]*bucket{}, sweepAt: sweepLeast, sweepBy: fill, fill: fill}, nil
}

// wait is how long from now on the request may not be reconciled, 0 for no limit.
func (o *objectLimit[T]) wait(request T, now int64) time.Duration {
	if o == nil {
		return 0
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	b, ok := o.buckets[request]
	if !ok || b.available(now) {
		return 0
	}
	return b.wait(now)
}

// take takes one of the request's tokens, and reports whether there was one.
func (o *objectLimit[T]) take(request T, now int64) bool {
	if o == nil {
		return true
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if now >= o.sweepBy || len(o.buckets) >= o.sweepAt {
		o.sweep(now)
	}
	b, ok := o.buckets[request]
	if !ok {
		fresh := o.full
		fresh.last = now
		b = &fresh
		o.buckets[request] = b
	}
	if !b.available(now) {
		return false
	}
	b.tokens--
	return true
}

// giveBack returns a token that take took and that was not used.
func (o *objectLimit[T]) giveBack(request T, now int64) {
	if o == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if b, ok := o.buckets[request]; ok {
		b.giveBack(now)
	}
}

// sweep forgets the full buckets, which say nothing. That is done each time that the
// number of buckets has doubled, and that the oldest are full: so it costs no more than
// the takes since the last time.
func (o *objectLimit[T]) sweep(now int64) {
	kept := map[T]*bucket{} // anew, because a map never shrinks
	for request, b := range o.buckets {
		if b.advance(now); b.tokens < b.burst {
			kept[request] = b
		}
	}
	o.buckets = kept
	o.sweepAt = max(sweepLeast, 2*len(kept))
	o.sweepBy = now + min(o.fill, math.MaxInt64-now)
}
