// Package rl4007 reports: an error that is lost.
//
// # RL4007: an error that is lost
//
// A reconciler, or a function that it may call, knows that a request failed and returns no error:
//
//   - after if err != nil it only logs, or does nothing, and returns an empty Result and nil, on a way on which
//     it has not asked what kind of error it is;
//   - a helper returns nil at once where a request or a step of the reconcile failed;
//   - a branch declares an err of its own, and the err that is looked at after is another.
//
// # Why it matters
//
// For controller-runtime an empty Result without an error means that all is done: the queue forgets the
// request. A conflict or a timeout of the API server then leaves the object half made
// until something else happens to it, which may be at the next resync, ten hours later by default, or never.
// In operator-framework/operator-lifecycle-manager an Operator whose update failed stayed as it was;
// in kubernetes-sigs/cluster-api-provider-vsphere a virtual machine without addresses counted as done.
//
// # What to do
//
// Return the error. Controller-runtime logs it, counts it, and retries with back-off.
//
// Before:
//
//	if err := r.updateComponents(ctx, op); err != nil {
//		log.Error(err, "could not update components")
//		return ctrl.Result{}, nil
//	}
//
// After:
//
//	if err := r.updateComponents(ctx, op); err != nil {
//		return ctrl.Result{}, fmt.Errorf("updating components: %w", err)
//	}
//
// Where another try can change nothing, reconcile.TerminalError says so, and keeps the error in logs and metrics.
//
// # What it does not find
//
// Errors about which something is done, such as a condition of the object, another request or a RequeueAfter; errors whose kind
// the code asks for, on the way where that is so; errors of functions that only look at what they are given; and errors beside which a comment
// says that they are left on purpose.
package rl4007

import _ "embed"

//go:embed doc.go
var doc string
