// Package rl7003 reports: a controller that watches nothing or never runs.
//
// # RL7003: a controller that watches nothing or never runs
//
//	ctrl.NewControllerManagedBy(mgr).Named("snapshots").Complete(r)
//
// The builder of a controller is completed without For, Owns, Watches or WatchesRawSource.
//
// A note says where nothing in the program mentions the function that sets a controller up, though the program calls most of the functions
// of that package which set up others.
//
// # Why it matters
//
// Complete returns an error, since the controller would never get a request. If the program only logs errors of its set-up functions, it
// runs without this controller, and nothing is reconciled.
//
// A controller that no program sets up is one that somebody has forgotten in main. Its tests pass, and its objects stay as they are.
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
// Call the set-up function in main, or delete the controller.
//
// # What it does not find
//
//   - Controllers that Build returns: they may be told later what to watch.
//   - Set-up functions that other functions mention, and methods of whose name an interface has one.
//   - Controllers that no program sets up, in programs of which not all was read that main reaches.
//
// Go vet and golangci-lint look at one program at a time. There the note also stands if another program sets the controller up.
package rl7003
