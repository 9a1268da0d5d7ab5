// Package rl4008 reports: an object that is gone returned as an error.
//
// # RL4008: an object that is gone returned as an error
//
// Reconcile gets the object of its request, and returns the error of that whatever kind it is of, also where the
// object is not found.
//
// # Why it matters
//
// An object that was deleted is a normal state: its last event makes a request, and the Get answers that it
// is not found. Returned as an error that is logged and counted as a failure, and the request is retried for ever, less and less often,
// for an object that will not come back. If it does, under its old name, its first reconcile can wait up to
// 1000 seconds for the back-off that its predecessor has gathered. In vmware-tanzu/nsx-operator
// each deleted namespace was retried so.
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
// Where the return stands in a file that imports controller-runtime's client, rllint offers this as a fix.
//
// # What it does not find
//
// Gets in helpers that Reconcile calls, and branches in which anything but logging is done.
package rl4008

import _ "embed"

//go:embed doc.go
var doc string
