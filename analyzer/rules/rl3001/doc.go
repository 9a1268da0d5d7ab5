// Package rl3001 reports: limiter whose numbers cannot work.
//
// # RL3001: limiter whose numbers cannot work
//
// A limiter is made with constants that cannot work: a bucket with a burst of 0, for example, lets
// nothing through. The limiter belongs to a controller's queue, or its middleware asks it. Of other
// limiters, the rule looks only at client-go's buckets (flowcontrol.NewTokenBucketRateLimiter) with a
// burst of 0, whose numbers nobody can change later. The rule reports:
//
//   - a delay of 0 or less;
//   - a first delay that is longer than the longest;
//   - a bucket with a rate or a burst of 0, or with an infinite rate;
//   - a limiter of several that is given none;
//   - a queue that has nothing but a token bucket.
//
// # Why it matters
//
// A delay of 0 retries a failing object as fast as a worker can. One broken object then takes a
// core and the client's whole budget. A bucket with a burst of 0 never lets anything through, and a
// program that waits for it looks healthy. With a bucket alone, one object that fails takes turns
// from all others, at the bucket's full rate, for ever.
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
// Numbers that come from a setting or are computed. Of flags, the rule compares only the defaults
// of delays. It leaves a default of 0 alone, which mostly means that there is no limiter. Other limiters
// that are not used for controllers. Numbers that work but are too large or too small.
package rl3001

import _ "embed"

//go:embed doc.go
var doc string
