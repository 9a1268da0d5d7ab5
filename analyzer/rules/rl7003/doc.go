// Package rl7003 reports: a controller that watches nothing.
//
// # RL7003: a controller that watches nothing
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").Complete(r)
//
// The builder of a controller is completed without For, Owns, Watches or WatchesRawSource.
//
// # Why it matters
//
// Complete returns an error, since the controller would never get a request. If the program only logs errors of its set-up functions, it
// runs without this controller, and nothing is reconciled.
//
// # What to do
//
// Say what the controller is for.
//
// Before:
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").Complete(r)
//
// After:
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").For(&v1.Snapshot{}).Complete(r)
//
// # What it does not find
//
// Controllers that Build returns: they may be told later what to watch.
package rl7003
