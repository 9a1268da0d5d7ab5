// Package rl4001 reports: requeue beside an error is ignored.
//
// # RL4001: requeue beside an error is ignored
//
//	if err := r.update(ctx, obj); err != nil {
//		return ctrl.Result{RequeueAfter: 30 * time.Second}, err
//	}
//
// This reconciler asks for a retry in 30 seconds and returns an error. controller-runtime looks only at the error
// and drops RequeueAfter.
//
// rllint follows Results and errors through helpers, named results, interfaces and other packages. It reports them
// only if both reach controller-runtime. If a caller turns the error into nil, rllint reports nothing.
//
// # Why it matters
//
// The retry does not come in 30 seconds, but after the delays of the queue's limiter. With controller-runtime's
// default these are 5 ms, 10 ms, 20 ms and so on, up to 1000 s. So the first seven retries come within one second,
// against an API that has just failed. Later ones come up to 17 minutes after the cause is gone. After a
// reconcile.TerminalError there is no retry at all. controller-runtime logs a warning each time.
//
// The finding names the delays of the controller's own limiter where rllint knows it.
//
// # What to do
//
// Decide which of the two you mean. To come back at a fixed time, log the error or put it into the object's
// status, and return nil. To back off, return an empty Result.
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
// If you mean the Result for success only, check the error first:
//
//	if err := r.Status().Update(ctx, obj); err != nil {
//		return ctrl.Result{}, err
//	}
//	return ctrl.Result{RequeueAfter: time.Minute}, nil
//
// If a deferred call sets the error, let it empty the Result too:
//
//	defer func() {
//		if err := helper.Patch(ctx, obj); err != nil {
//			result, reterr = ctrl.Result{}, errors.Join(reterr, err)
//		}
//	}()
//
// # What it does not find
//
// By default the rule reports errors that are never nil, and one more kind: an error from before the status was
// written, returned after the write. Its authors were thinking of the error of the write.
//
// These are left out, because the back-off of the queue is mostly what their authors want:
//
//   - an error that may be nil, as in return ctrl.Result{RequeueAfter: d}, r.Status().Update(ctx, obj);
//   - an error that a deferred call sets;
//   - the Result of an earlier call, or the sooner of several, handed on beside an error that came later;
//   - Requeue: true beside an error, since both ask for the same.
//
// With possible-errors: true in .rllint.yaml, or with -rules=all, they are shown as notes. Requeue: true beside an error that
// may be nil is never shown.
//
// The rule does not find Results and errors out of code that is not analysed, or out of function values that cannot be
// followed. An error out of a field, a list or a channel counts only where the code compares it, or where the delay
// comes from a field of the same struct, which the package fills with both. A Result in a package variable counts
// unless its package sets the variable again or hands out its address. A Result whose
// RequeueAfter is 0 is fine beside an error, and so is one with a Priority alone.
package rl4001

import _ "embed"

//go:embed doc.go
var doc string
