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
// only if both reach controller-runtime, not if a caller turns the error into nil.
//
// # Why it matters
//
// The retry does not come in 30 seconds, but after the delays of the queue's limiter. With controller-runtime's
// default these are 5 ms, 10 ms, 20 ms and so on, up to 1000 s. So the first seven retries come within one second,
// against an API that has just failed. Later ones come up to 17 minutes after the cause is gone. After a
// reconcile.TerminalError there is no retry at all. controller-runtime logs a warning each time, from v0.16.0 on.
//
// The finding names the delays of the controller's own limiter where rllint knows it.
//
// # What to do
//
// Decide which of the two you mean. To come back at a fixed time, log the error or put it into the object's status,
// and return nil. To back off, return the error with an empty Result.
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
// The fix empties the Result, which changes nothing. A delay in a branch for some errors only was chosen for these: if the
// branch has logged the error, the fix returns nil, so that the delay counts, and else there is none.
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
// # What it shows by default
//
// By default the rule reports errors that are never nil. It also reports an error from before the status was
// written, if Reconcile returns it after the write. Its authors were thinking of the error of the write.
//
// It leaves the following out, because their authors mostly want the queue's back-off:
//
//   - an error that may be nil, as in return ctrl.Result{RequeueAfter: d}, r.Status().Update(ctx, obj);
//   - an error that a deferred call sets;
//   - the Result of an earlier call, or the sooner of several, returned beside an error that came later;
//   - Requeue: true beside an error, since both ask for the same.
//
// With possible-errors: true in .rllint.yaml, or with -rules=all, rllint shows them as notes. It never shows
// Requeue: true beside an error that may be nil.
//
// # What it does not find
//
//   - Results and errors from code that rllint does not analyse, or from function values that it cannot follow.
//   - An error from a field, a list or a channel. It counts only if the code compares it, or if the package sets it
//     and the delay together as fields of one struct.
//   - A Result in a package variable, if its package sets the variable again or hands out its address.
//   - A Result whose RequeueAfter is 0, or that has only a Priority. Both are fine beside an error.
package rl4001

import _ "embed"

//go:embed doc.go
var doc string
