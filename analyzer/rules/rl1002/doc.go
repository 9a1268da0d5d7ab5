// Package rl1002 reports: controller that does not ask the program's limiter.
//
// # RL1002: controller that does not ask the program's limiter
//
// A program has a flag such as --max-reconcile-rate, and main makes a token bucket from it. But this controller
// never asks the bucket before it reconciles:
//
//	return ctrl.NewControllerManagedBy(mgr).
//		WithOptions(o.ForControllerRuntime()).
//		Complete(r)
//
// To ask the bucket, wrap r in another reconciler. Its Reconcile method asks the bucket (When, Wait, Allow, Reserve,
// …) and then calls r. Such a wrapper is called middleware. rllint recognises middleware by what it does, whatever
// its name and wherever it stands among other wrappers. Suppose a program has several controllers, and only one of
// them asks a bucket with a constant rate. That bucket limits this one controller, and is not the program's.
//
// # Why it matters
//
// The limiter in a controller's queue slows down only retries. Watch events and polls (RequeueAfter) bypass it, and
// they cause most reconciles. If a label changes on 10,000 objects, all of them are reconciled as fast as the
// workers can. The same happens after a restart. The cloud's API answers with throttling, or with a bill. Only
// middleware limits every reconcile.
//
// # What to do
//
// Wrap the reconciler where the controller is built. The finding names the function in your program that does this.
//
// In a Crossplane provider, use crossplane-runtime:
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
// In any other program, rllint's own package ratelimiter needs only one call ([docs/runtime.md]):
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
// # A limiter that is nil, or another one
//
// A controller can be wrapped and still not ask the program's limiter:
//
//	Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter)) // main sets no GlobalRateLimiter
//
// crossplane-runtime's middleware does not look whether its limiter is nil, and panics in each reconcile. The finding
// says so. Hand over the limiter that all controllers share. Do the same where a controller's middleware asks a limiter
// that no other controller asks. What that one lets through comes on top of what the program's limiter allows.
//
// # crossplane-runtime's middleware or rllint's
//
// The two examples above wrap the reconciler in different middleware. Crossplane's core took crossplane-runtime's out,
// because it delayed some objects for minutes. In a storm of events on
// ten objects, crossplane-runtime's middleware lets 15,042 reconciles through in a minute, where its limit allows
// 700. An object that appears meanwhile waits 12 minutes. rllint's middleware lets 699 through, and the object waits
// 2 seconds at most. [docs/runtime.md] describes the faults, and says when you need no middleware at all.
//
// # When it is an error
//
// The finding is an error if the limiter is certainly nil: each reconcile panics.
//
// # When it is a note
//
// The finding is a note
//
//   - if the reconciler comes from a library whose function adds nothing of your program's. Such a reconciler does
//     little work and has few objects: it may count the users of a configuration, for example;
//   - if the reconciler comes from a library, and you wrap other reconcilers but none of this type;
//   - if fewer than half of the program's controllers ask a limiter before they reconcile. The others may be meant
//     to do without.
//
// # What it does not find
//
// Middleware that does not keep its limit, and two limiters in one process (RL1006). A reconciler that asks a
// limiter and wraps nothing is not middleware. Still, the rule is silent if a reconciler asks the program's limiter
// itself on every path through its Reconcile. If a program has only one controller, and main makes that controller's
// limiter, the limiter counts as the program's. The rule is then silent, and RL1007 reports a limiter that is no
// bucket. The rule reports nothing if callers outside the analysed packages decide.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1002

import _ "embed"

//go:embed doc.go
var doc string
