// Package rl4004 reports: a request that a limiter turned away is dropped.
//
// # RL4004: a request that a limiter turned away is dropped
//
// Reconcile asks a limiter that answers at once, with Allow, TryAccept, Throttle or the
// like, or waits for one until the context ends, and where the limiter said no it
// returns an empty Result and no error. A limiter is one of x/time/rate's or client-go's,
// or a type whose method of such a name leads to a clock.
//
// # Why it matters
//
// For controller-runtime an empty Result without an error means that all is done: the
// queue forgets the request. The change that brought it is then not acted upon until
// something else happens to the object, which may be at the next resync, ten hours later by
// default, or never. It is the objects that change most whose last change gets lost.
//
// # What to do
//
// Let the request come back when the limiter has something left, or wait for it with
// middleware around the reconciler.
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
// Allow takes a token only if it says yes. Reserve always takes one, and a request
// that reserves again each time it comes back may never have its turn.
//
// # What it does not find
//
// Ways on which something is done about the request after the limiter said no, and limiters
// behind interfaces of the program's own.
package rl4004

import _ "embed"

//go:embed doc.go
var doc string
