// Package rl1007 reports: limiter of all controllers that limits each object by itself.
//
// # RL1007: limiter of all controllers that limits each object by itself
//
//	o := controller.Options{
//		GlobalRateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
//	}
//
// All controllers ask this limiter before each reconcile, and it is no token bucket. It counts for each object by itself: it is
// exponential, fast-slow, the default of a queue, or a limiter that holds one of these, maybe beside a bucket.
//
// # Why it matters
//
// A limiter per item is made for failures: each time it is asked about an object, the delay
// doubles. In front of every reconcile it counts healthy ones too. An object that changes often is
// soon a minute late, although nothing ever failed. It stays so unless the middleware tells the
// limiter to forget. Middleware that does so each time it lets an object through, as that of
// crossplane-runtime, makes each reconcile wait for the first delay. And a thousand objects that
// are each asked for once are let through at once: nothing is limited overall, unless a bucket is asked too.
//
// # What to do
//
// Put a token bucket there. In a provider for Crossplane:
//
// Before:
//
//	o := controller.Options{
//		GlobalRateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
//	}
//
// After:
//
//	o := controller.Options{
//		GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate), // a token bucket
//	}
//
// The limiter per item belongs into the queue: controller.Options.RateLimiter.
//
// In a project made with kubebuilder, with the package that rllint brings
// ([docs/runtime.md]), the limits of ratelimiter.New(*maxReconcileRate) are both: one token bucket for
// all controllers that ratelimiter.Complete builds, and a back-off per item in the queue of each.
//
// # What it does not find
//
// Limiters whose code rllint knows only from the program itself. Limiters that a controller's
// set-up function makes for that controller alone, unless it makes the manager too and the program
// has no other controller. Limiters that middleware asks only on some ways, such as after a failure.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1007

import _ "embed"

//go:embed doc.go
var doc string
