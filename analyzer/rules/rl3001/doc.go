// Package rl3001 reports: limiter whose numbers cannot work.
//
// # RL3001: limiter whose numbers cannot work
//
//	rate.NewLimiter(10, 0)
//
// This bucket has no room for a token, so it lets nothing through. The rule looks at the limiters in the queues of
// controllers, and at those that their middleware asks. It reports
//
//   - a delay of 0 or less;
//   - a first delay that is longer than the longest one;
//   - a bucket with a rate or a burst of 0, or with an infinite rate;
//   - a limiter that combines others (workqueue.NewTypedMaxOfRateLimiter) but gets none;
//   - a queue that has only a token bucket. This is a warning, because an object that never fails needs no back-off.
//
// Anywhere else, the rule reports client-go's bucket (flowcontrol.NewTokenBucketRateLimiter) with a burst of 0, whose numbers nobody can
// change later. It reports a wait.Backoff without Steps that retry.OnError, retry.RetryOnConflict or wait.ExponentialBackoff is given: they
// then never call what they are to try. And it reports a call of Reserve or Allow of a bucket of package rate, or TryAccept of client-go's,
// as a statement of its own, if nothing else in the package asks that bucket: it takes a token, and nobody waits.
//
// # Why it matters
//
// A delay of 0 retries a failing object as fast as a worker can. One broken object then uses up a core and all the
// requests that the client may make. A bucket with a burst of 0 never lets anything through, and a program that
// waits for it looks healthy. If a queue has only a bucket, one failing object takes turns away from all others, at
// the bucket's full rate, for ever.
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
//   - Numbers that come from a setting or are computed. Of flags, the rule compares only the default delays. It
//     leaves out a default of 0, which mostly means that there is no limiter.
//   - Other limiters that no controller uses.
//   - Numbers that work but are too large or too small.
package rl3001

import _ "embed"

//go:embed doc.go
var doc string
