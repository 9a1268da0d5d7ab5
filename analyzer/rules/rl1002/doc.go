// Package rl1002 reports: controller that does not ask the program's limiter.
//
// # RL1002: controller that does not ask the program's limiter
//
// A program has a flag such as --max-reconcile-rate, and main makes a token bucket from it. This controller never asks
// the bucket before it reconciles:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		WithOptions(o.ForControllerRuntime()).
//		Complete(r)
//
// To ask it, another reconciler goes around r. Its Reconcile method asks the bucket (When, Wait, Allow, Reserve, …)
// and then calls r. Such a wrapper is called middleware. rllint recognises it by what it does, whatever its name,
// and wherever it stands among other wrappers. If a program has several controllers, and only one of them asks a bucket
// whose rate is a constant, that bucket is not the program's: it limits the one controller.
//
// # Why it matters
//
// The limiter of a controller's queue slows down retries only. Watch events and polls (RequeueAfter) pass it by, and
// they are most of the reconciles. A label that changes on 10,000 objects reconciles all of them as fast as the workers can.
// So does a restart. The cloud's API answers with throttling, or with a bill. Only middleware
// limits every reconcile.
//
// # What to do
//
// Wrap the reconciler where the controller is built. The finding names the function that does this in your program.
//
// In a provider for Crossplane, with crossplane-runtime:
//
// Before:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		Named(name).
//		WithOptions(o.ForControllerRuntime()).
//		For(&v1alpha1.Bucket{}).
//		Complete(r)
//
// After:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		Named(name).
//		WithOptions(o.ForControllerRuntime()).
//		For(&v1alpha1.Bucket{}).
//		Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter))
//
// In any other program, with the package that rllint brings, one call does all of it ([docs/runtime.md]):
//
// Before:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		For(&v1.Bucket{}).
//		Complete(r)
//
// After:
//
//	return ratelimiter.Complete(
//		ctrl.NewControllerManagedBy(mgr).
//			For(&v1.Bucket{}),
//		r, limits)
//
// # Which of the two
//
// Crossplane's core took such middleware out, since it delayed some objects for minutes. In a storm
// of events on ten objects, crossplane-runtime's lets 15,042 reconciles through in a minute, where
// its limit allows 700. An object that appears meanwhile waits 12 minutes. rllint's lets 699
// through, and the object waits 2 seconds at most. [docs/runtime.md] says which faults these were,
// and when you need no middleware at all.
//
// The finding is a note if the reconciler is a library's and stands as it is, such as one that counts
// who uses a configuration: its function adds nothing of your program's, or you wrap others
// and none of its type. It does little work, and has few objects. It is a note too if fewer than half of the program's
// controllers ask a limiter before they reconcile: the others may be meant to do without.
//
// # What it does not find
//
// Whether the middleware keeps its limit, and whether one process has two limiters (RL1006). A reconciler
// that asks a limiter and wraps nothing is not middleware. Still, the rule is silent if a reconciler asks
// the program's limiter itself on every way through its Reconcile. If a program has one controller, and main makes
// its limiter too, that limiter is the program's: the rule is silent, and RL1007 tells if it is no bucket. If callers outside the analysed packages decide,
// the rule reports nothing.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1002

import _ "embed"

//go:embed doc.go
var doc string
