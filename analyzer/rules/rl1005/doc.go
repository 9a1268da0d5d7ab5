// Package rl1005 reports: rate that limits nothing.
//
// # RL1005: rate that limits nothing
//
//	o := controller.Options{
//		GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//
// Main makes a token bucket from --max-reconcile-rate, but no controller asks it before it reconciles. The rule
// also reports a flag whose value reaches no limiter, no number of workers and no client. And it reports a bucket made from any other
// flag that is in no queue and that nothing asks, as in settings of which nobody reads the limiter.
//
// There is one finding, where the bucket is made or the flag is defined. The controllers that do not ask the
// bucket are listed below it.
//
// # Why it matters
//
// The flag is documented. An operator turns it down in an incident, and nothing changes: the program goes on as
// fast as events and workers allow. Everyone who reads main sees the limiter in the options and believes that it
// works.
//
// # What to do
//
// Let every controller ask the bucket. In a Crossplane provider:
//
// Before:
//
//	o := controller.Options{
//		GlobalRateLimiter: ratelimiter.NewGlobal(*maxReconcileRate),
//	}
//	…
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1alpha1.Bucket{}).
//		Complete(r)
//
// After:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1alpha1.Bucket{}).
//		WithOptions(o.ForControllerRuntime()).
//		Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter))
//
// In a kubebuilder project, with rllint's own package ratelimiter ([docs/runtime.md]):
//
//	return ratelimiter.Complete(
//		ctrl.NewControllerManagedBy(mgr).
//			For(&v1.Bucket{}),
//		r, limits)
//
// # What it does not find
//
// A limiter that anything asks, even if it is only one controller or a client of a cloud API. A limiter or value
// that is passed to code which rllint cannot read, or that a reconciler holds. Programs in which rllint does not
// know what some controller asks.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1005

import _ "embed"

//go:embed doc.go
var doc string
