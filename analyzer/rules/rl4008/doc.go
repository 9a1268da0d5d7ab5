// Package rl4008 reports: an object that is gone returned as an error.
//
// # RL4008: an object that is gone returned as an error
//
//	if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
//		return ctrl.Result{}, err
//	}
//
// Reconcile gets the object of its request and returns any error of that Get, even if the object is not found. The
// Get may be in a function that Reconcile calls for it.
//
// The rule also finds a delay for an object that is gone. Here Reconcile leaves out the error, but asks for another
// try:
//
//	return ctrl.Result{RequeueAfter: time.Minute}, client.IgnoreNotFound(err)
//
// # Why it matters
//
// A deleted object is a normal state. Its last event makes a request, and the Get answers that the object is not
// found. If Reconcile returns this answer as an error, controller-runtime logs it and counts a failure. It retries
// the request for ever, less and less often, for an object that will not come back. If an object of that name does
// come back, its first reconcile inherits the back-off and can wait up to 1000 seconds. In vmware-tanzu/nsx-operator
// each deleted namespace was retried like this.
//
// With a delay, nothing is logged, and the request comes back for ever. For other errors the delay does not count,
// because the back-off decides then.
//
// # What to do
//
// Before:
//
//	if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
//		return ctrl.Result{}, err
//	}
//
// After:
//
//	if err := r.Get(ctx, req.NamespacedName, obj); err != nil {
//		return ctrl.Result{}, client.IgnoreNotFound(err)
//	}
//
// If the file imports controller-runtime's client, rllint offers this as a fix. A branch that asks whether the object is
// not found returns nil instead, which is a fix too. If there is a delay beside client.IgnoreNotFound, the fix empties
// the Result.
//
// # When it is a note
//
// The finding about an error is a note if the package has a predicate.Funcs whose DeleteFunc always returns false. Where
// a controller uses it, the event of a deletion makes no request, so a request finds its object gone only by chance.
//
// # What it does not find
//
//   - Delays that are not constants, or that have a comment above them.
//   - Delays that the code tells of in a log, such as "not found; requeueing".
//   - Gets in functions of other packages, and branches that do more than log.
//   - A Get of another object.
//   - A later Get of the same object. If it is gone by then, the next run ends at the first one.
package rl4008

import _ "embed"

//go:embed doc.go
var doc string
