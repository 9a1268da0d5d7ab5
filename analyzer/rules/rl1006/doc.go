// Package rl1006 reports: several limiters for one rate.
//
// # RL1006: several limiters for one rate
//
//	cluster := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//	namespaced := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//
// This program makes two token buckets from one rate. Some controllers of its manager ask the first bucket, the
// others the second. There is one finding, at the second bucket, and it names the first.
//
// # Why it matters
//
// Each bucket holds the whole budget, so the two let twice the rate through. Each also has a burst of ten times
// the rate, so twenty times the rate may pass at once. Yet each controller looks right. You find out when the
// quota of the cloud account runs out.
//
// # What to do
//
// Make one bucket, and pass it to all controllers. In a Crossplane provider:
//
// Before:
//
//	cluster := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//	namespaced := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//
// After:
//
//	global := ratelimiter.NewGlobal(*maxReconcileRate)
//	cluster := controller.Options{GlobalRateLimiter: global}
//	namespaced := controller.Options{GlobalRateLimiter: global}
//
// In a kubebuilder project, main makes the limits once with rllint's own package ratelimiter, and passes them to
// every set-up function ([docs/runtime.md]):
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	err = (&controller.BucketReconciler{Client: mgr.GetClient()}).SetupWithManager(mgr, limits)
//	err = (&controller.TopicReconciler{Client: mgr.GetClient()}).SetupWithManager(mgr, limits)
//
// # What it does not find
//
// Limiters that one controller asks one after the other, such as one for a class of controllers and one for all.
// Limiters of different rates, such as one for each cloud API. Limiters of different managers. Limiters of which
// any run of the program makes only one.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1006

import _ "embed"

//go:embed doc.go
var doc string
