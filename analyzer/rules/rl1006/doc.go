// Package rl1006 reports: several limiters for one rate.
//
// # RL1006: several limiters for one rate
//
//	cluster := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//	namespaced := controller.Options{GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate)}
//
// This program makes two token buckets from one rate. Some controllers of its manager ask the first, the others
// ask the second. There is one finding, at the second. It names the first.
//
// # Why it matters
//
// Each bucket holds the whole budget, so two of them let twice the rate through. Each also has a
// burst of ten times the rate, so twenty times the rate may pass at once. Yet each controller looks
// right by itself. It is the quota of the cloud account that finds out.
//
// # What to do
//
// Make one, and hand it to all. In a provider for Crossplane:
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
// In a project made with kubebuilder, with the package that rllint brings
// ([docs/runtime.md]), main makes the limits once and hands them to every set-up function:
//
//	limits, err := ratelimiter.New(*maxReconcileRate)
//	…
//	err = (&controller.BucketReconciler{Client: mgr.GetClient()}).SetupWithManager(mgr, limits)
//	err = (&controller.TopicReconciler{Client: mgr.GetClient()}).SetupWithManager(mgr, limits)
//
// # What it does not find
//
// Limiters that one controller asks one after the other, as a class within the whole. Limiters of different rates,
// such as one for each cloud API. Limiters of different managers, and those of which only one is made
// in any run of the program.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1006

import _ "embed"

//go:embed doc.go
var doc string
