// Package rl1007 reports: limiter of all controllers that limits each object by itself.
//
// # RL1007: limiter of all controllers that limits each object by itself
//
//	o := controller.Options{
//		GlobalRateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
//	}
//
// All controllers ask this limiter before each reconcile, but it is not a token bucket. It counts separately for
// each object: it is exponential, fast-slow, a queue's default, or a limiter that holds one of these, perhaps with
// a bucket.
//
// # Why it matters
//
// A limiter per item is made for failures: each time it is asked about an object, the delay doubles. In front of
// every reconcile it counts healthy ones too. An object that changes often is soon a minute late, although nothing
// ever failed. It stays late unless the middleware tells the limiter to forget. Some middleware, such as
// crossplane-runtime's, does so each time it lets an object through. Then each reconcile waits for the first
// delay. And if a thousand objects each ask once, all of them pass at once. Nothing limits them together, unless
// the middleware asks a bucket too.
//
// # What to do
//
// Put a token bucket there. In a Crossplane provider:
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
// The limiter per item belongs in the queue: controller.Options.RateLimiter.
//
// In a kubebuilder project, rllint's own package ratelimiter makes both ([docs/runtime.md]). The limits of
// ratelimiter.New(*maxReconcileRate) are one token bucket for all controllers that ratelimiter.Complete builds,
// and a back-off per item in each queue.
//
// # What it does not find
//
// Limiters that only the program's own code defines. Limiters that a controller's set-up function makes for that
// controller alone, unless it also makes the manager and the program has no other controller. Limiters that
// middleware asks only on some paths, such as after a failure.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1007

import _ "embed"

//go:embed doc.go
var doc string
