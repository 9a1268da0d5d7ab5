// Package rl4001 reports: requeue beside an error is ignored.
//
// # RL4001: requeue beside an error is ignored
//
// A reconciler can return a Result that asks for the request to come back, with
// RequeueAfter or Requeue, together with an error that is not nil. controller-runtime
// then looks at the error alone. The pair is found through helpers that return both,
// named results, deferred functions, interfaces and other packages, and it counts
// only where it arrives at controller-runtime: where a caller compares the error and
// returns nil instead, nothing is reported. Where a deferred call sets one of the two, after
// a return without it, the finding stands at the defer statement.
//
// # Why it matters
//
// Whoever wrote RequeueAfter: 30 * time.Second beside the error expects the next
// attempt in 30 seconds. It comes after 5 ms, then 10 ms, 20 ms and so on, up to 1000
// seconds, with controller-runtime's default limiter: first far too often, about seven
// times in the first second, against an API that has just failed; later far too
// seldom, up to 17 minutes after the cause is gone. With reconcile.TerminalError the
// request does not come back at all. Each time controller-runtime logs a warning.
//
// # What to do
//
// Decide which of the two is meant. To come back at a time of your own choice, log the
// error or put it into the object's status, and return nil. To back off, return an
// empty Result.
//
// Before:
//
//	if err := r.update(ctx, obj); err != nil {
//		return ctrl.Result{RequeueAfter: 30 * time.Second}, err
//	}
//
// After:
//
//	if err := r.update(ctx, obj); err != nil {
//		return ctrl.Result{}, err
//	}
//
// Where the Result is meant for success alone, look at the error first:
//
//	if err := r.Status().Update(ctx, obj); err != nil {
//		return ctrl.Result{}, err
//	}
//	return ctrl.Result{RequeueAfter: time.Minute}, nil
//
// Where a deferred call sets the error, let it empty the Result too:
//
//	defer func() {
//		if err := helper.Patch(ctx, obj); err != nil {
//			result, reterr = ctrl.Result{}, errors.Join(reterr, err)
//		}
//	}()
//
// # What it does not find
//
// Results and errors that come together out of code that is not among the analysed
// packages, or through function values that cannot be followed. An error out of a field, a
// list or a channel counts only where the code compares it, since nothing says which
// Result it belongs to. A Result whose RequeueAfter is 0, and one with nothing but a
// Priority, are fine beside an error.
//
// Nor is Requeue: true beside an error that may be nil, as in
//
//	return ctrl.Result{Requeue: true}, r.Status().Update(ctx, obj)
//
// Both ask for the same, the queue's back-off, so that nothing is lost where the update
// fails. Beside an error that is never nil Requeue: true is reported: it has no effect on
// any way, and whoever wrote it expects one. Beside a TerminalError it is reported in
// either case, because then nothing brings the request back.
package rl4001

import _ "embed"

//go:embed doc.go
var doc string
