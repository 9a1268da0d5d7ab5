// Package rl4008 reports: an object that is gone returned as an error.
//
// # RL4008: an object that is gone returned as an error
//
// Reconcile gets the object of its request and returns any error of that Get, even when the object
// is not found. The Get may be in a function that Reconcile calls for it. Or it leaves that error out,
// with client.IgnoreNotFound or after it has asked for it, and returns a delay.
//
// # Why it matters
//
// A deleted object is a normal state: its last event makes a request, and the Get answers that the
// object is not found. Returned as an error, that answer is logged and counted as a failure. The
// request is retried for ever, less and less often, for an object that will not come back. If an
// object of that name does come back, its first reconcile inherits the back-off and can wait up to
// 1000 seconds. In vmware-tanzu/nsx-operator each deleted namespace was retried like this.
//
// With a delay, nothing is logged, and the request comes back for ever:
//
//	return ctrl.Result{RequeueAfter: time.Minute}, client.IgnoreNotFound(err)
//
// For other errors the delay does not count, since the back-off decides then.
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
// If the file imports controller-runtime's client, rllint offers this as a fix. Where there is a delay
// beside client.IgnoreNotFound, the fix empties the Result.
//
// # What it does not find
//
// Delays that are not constants, those with a comment above them, and those that the code tells of in a
// log, such as "not found; requeueing". Gets in functions of other packages, and branches that do more
// than log. A Get of another object. A later Get of the same
// object: if it is gone by then, the next run ends at the first one.
package rl4008

import _ "embed"

//go:embed doc.go
var doc string
