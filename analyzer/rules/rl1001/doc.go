// Package rl1001 reports: controller without the queue limiter of the others.
//
// # RL1001: controller without the queue limiter of the others
//
// A program makes one kind of queue limiter for its controllers, and this controller does not get it:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		Complete(r)
//
// Its Options.RateLimiter is nil on some way that the program can take. Or it has a limiter of its own, made with a
// constructor of client-go's workqueue or x/time/rate. RateLimiter says how long an object that failed waits before it is
// tried again.
//
// A limiter that the set-up function is handed is fine. So is one out of the function that makes all limiters of the
// program or of a library.
//
// # Why it matters
//
// When an API that every object depends on goes down, every reconcile fails. With
// the shared limiter of most programs each object then backs off from 1 s to 60 s. Without
// it controller-runtime's default applies, and that starts at 5 ms: about seven retries
// of each object in the first second, 70,000 to 80,000 for 10,000 objects. Up to
// controller-runtime v0.22 a bucket of 10 a second (burst 100) holds them back, one
// for each controller. From v0.23 on the priority queue is the default and the
// bucket is gone: nothing limits the retries overall, at the moment the API can
// bear them least.
//
// # What to do
//
// Give the controller the options that its siblings use. In a provider for Crossplane,
// whose options make those of controller-runtime:
//
// Before:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		Complete(r)
//
// After:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.ProviderConfig{}).
//		WithOptions(o.ForControllerRuntime()).
//		Complete(r)
//
// A later call of WithOptions replaces an earlier one: give all options at once.
//
// In a project made with kubebuilder main makes the limits, with the package that rllint
// brings, and hands them to each SetupWithManager ([docs/runtime.md]):
//
//	return ratelimiter.Complete(
//		ctrl.NewControllerManagedBy(mgr).
//			For(&v1.Bucket{}),
//		r, limits)
//
// # What it does not find
//
// Whether the numbers of a shared limiter can work (RL3001), and whether controllers
// share one instance by mistake (RL2001). Where callers outside the analysed packages
// decide, nothing is reported.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1001

import _ "embed"

//go:embed doc.go
var doc string
