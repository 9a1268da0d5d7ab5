// Package rl4004 reports: a request that a limiter turned away is dropped.
//
// # RL4004: a request that a limiter turned away is dropped
//
//	if !r.limiter.Allow() {
//		return ctrl.Result{}, nil
//	}
//
// Reconcile asks a limiter, the limiter says no, and Reconcile returns an empty Result and no error. It asks with
// Allow, TryAccept, Throttle or the like, which answer at once, or it waits until the context ends.
//
// The limiter comes from x/time/rate or client-go. It may also be a type of your own, if its method of such a name
// looks at a clock.
//
// # Why it matters
//
// An empty Result without an error tells controller-runtime that all is done, and the queue forgets the request.
// Nothing acts on the change until something else happens to the object. That may be at the next resync, ten hours
// later by default, or never. The objects that change most are the ones that lose their last change.
//
// # What to do
//
// Let the request come back when the limiter has tokens again, or wait for the limiter in middleware around the
// reconciler.
//
// Before:
//
//	if !r.limiter.Allow() {
//		return ctrl.Result{}, nil
//	}
//
// After:
//
//	if !r.limiter.Allow() {
//		return ctrl.Result{RequeueAfter: time.Second}, nil
//	}
//
// Allow takes a token only if it says yes. Reserve always takes one. A request that reserves again each time it
// comes back may never get its turn.
//
// # What it does not find
//
//   - Paths that do something about the request after the limiter said no.
//   - Limiters behind interfaces of your own program.
package rl4004

import _ "embed"

//go:embed doc.go
var doc string
