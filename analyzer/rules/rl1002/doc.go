// Package rl1002 reports: reconciler not wrapped in global-rate middleware.
//
// # RL1002: reconciler not wrapped in global-rate middleware
//
// Nothing in the chain of reconcilers takes a token from a limiter that other
// controllers share before the reconciler proper runs. A reconciler that does, and then
// calls the one that it wraps, is global-rate middleware: it keeps the number of reconciles
// a second that all controllers make together below a limit. It is recognised by
// what it does, whatever its name: its Reconcile method asks a limiter (When, Wait,
// Allow, Reserve, …) that was handed to it, and then calls an inner reconciler. It
// counts anywhere among the wrappers.
//
// # Why it matters
//
// The limiter of a controller's queue sees only retries. Watch events and polls
// (RequeueAfter) pass it by, and they are most of the reconciles. A label changed on
// 10,000 objects, or a restart that lists them all, reconciles them as fast as the
// workers can, and the cloud's API answers with throttling or a bill. Only a limit
// around the reconciler itself holds for every reconcile. Programs that build the
// global limiter in main, put it into their options and use it nowhere look limited
// and are not.
//
// # What to do
//
// Wrap the reconciler where the controller is built. In a provider for Crossplane, with
// the limiter that main puts into the options:
//
// Before:
//
//	return b.WithOptions(o.ForControllerRuntime()).
//		Complete(r)
//
// After:
//
//	return b.WithOptions(o.ForControllerRuntime()).
//		Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter))
//
// The middleware of crossplane-runtime lets more through than its limit under a
// storm of watch events; that of github.com/rllint/rllint/runtime does not.
//
// In a project made with kubebuilder, with the package that rllint brings
// ([docs/runtime.md]):
//
//	return ratelimiter.Complete(
//		ctrl.NewControllerManagedBy(mgr).
//			For(&v1.Bucket{}),
//		r, limits)
//
// Its NewReconciler and ControllerOptions are two halves that must both be used: a controller
// with the options alone is found.
//
// # What it does not find
//
// Whether the middleware keeps its limit, and whether one process has two global
// limiters (RL1006). A reconciler that asks a limiter and wraps nothing is not taken for
// middleware. Where callers outside the analysed packages decide, nothing is
// reported.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1002

import _ "embed"

//go:embed doc.go
var doc string
