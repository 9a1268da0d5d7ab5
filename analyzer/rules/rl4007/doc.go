// Package rl4007 reports: an error that is lost.
//
// # RL4007: an error that is lost
//
// A reconciler, or a function that it may call, knows that a request failed, and returns no error:
//
//   - after if err != nil it only logs, or does nothing, and returns an empty Result and nil, or
//     another error that is nil here. On this path it has not asked what kind of error it is. For
//     the write of a status, and for a step that changes something and is the last one of the pass, it is enough
//     that it logs and then returns so;
//   - a loop logs the errors of its items and goes on, and after it nothing says that one failed;
//   - a helper returns nil at once when a request or a step of the reconcile failed. If nil is all that it
//     returns, it must return the errors of other calls;
//   - a helper logs the error of a status that it could not write, or of its only request, and returns nil;
//   - the status is written in a deferred function, or by a function without results, that only logs the error;
//   - the code asks whether the error is of one kind, such as not found, and then forgets it;
//   - it returns another error than the one that it has, and that one is nil for sure;
//   - a branch declares an err of its own, and the code after it checks the other one;
//   - the next call's error takes the place of one that nobody has looked at. In a deferred function,
//     that is the error which Reconcile returns.
//
// # Why it matters
//
// For controller-runtime, an empty Result without an error means that all is done: the queue
// forgets the request. A conflict or a timeout of the API server then leaves the object half made
// until something else happens to it. That may be at the next resync, ten hours later by default,
// or never. In operator-framework/operator-lifecycle-manager an Operator whose update failed stayed
// as it was. In kubernetes-sigs/cluster-api-provider-vsphere a virtual machine without addresses
// counted as done.
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
// If another try cannot help, return reconcile.TerminalError: it keeps the error in logs and
// metrics.
//
// # What it does not find
//
// Errors of what only tidies up or tells of something, as its name says, such as a deletion after which the code goes on.
// Errors that tell of a state: those of functions that say so by their names, such as getReadyPod, or
// return an error that the package has named. Errors that the code handles, by a condition of the object, another request or a RequeueAfter for
// example. Errors whose kind the code asks for, on the path where the answer is yes. Errors of
// functions that only look at their arguments. Errors of which a function tells its caller by a constant or package variable of
// a type that has a name, such as a phase. Functions that answer false where they are asked again: those that the package uses as
// values, such as conditions that something waits for, and those named for what is waited for, such as isReady. Errors with a comment beside them that says they are
// ignored on purpose. Files that import testing, and packages below folders for tests, such as e2e.
//
// The finding is a note where the code tells of the error at the level of information only, as of
// something that is expected. It is a note too in a helper that returns no Result: its callers may
// know by other means that something failed, or need not know. So it is where a status was not written in a
// deferred function, or before the error of an earlier step is returned: that error brings the request back.
package rl4007

import _ "embed"

//go:embed doc.go
var doc string
