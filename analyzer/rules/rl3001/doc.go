// Package rl3001 reports: limiter whose numbers cannot work.
//
// # RL3001: limiter whose numbers cannot work
//
// A limiter that is in a controller's queue, or that its middleware asks, is made with constants that
// cannot do what it is for: a delay of 0 or less, a first delay longer than the longest, a
// bucket with a rate or a burst of 0, or with an infinite rate, a limiter of several that is given none. Or a
// token bucket is all that a queue has.
//
// # Why it matters
//
// A delay of 0 retries a failing object as fast as a worker can, which is a core and a client's whole
// budget for one broken object. A bucket with a burst of 0 lets nothing through, ever, and a
// program that waits for it looks healthy. With a bucket alone one object that fails takes
// turns from all others, at the bucket's full rate, for ever.
//
// # What to do
//
// Before:
//
//	workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](5*time.Minute, time.Minute)
//	rate.NewLimiter(10, 0)
//
// After:
//
//	workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, 5*time.Minute)
//	rate.NewLimiter(10, 100)
//
// # What it does not find
//
// Numbers that a setting has, and those that are computed. Of flags only the defaults of delays are compared, and
// a default of 0 is left alone: it mostly means that there is no limiter then. Limiters that are used
// for anything but controllers. Numbers that work and are too large or too small.
package rl3001

import _ "embed"

//go:embed doc.go
var doc string
