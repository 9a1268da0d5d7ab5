// Package rl2004 reports: controller that lacks what its siblings have.
//
// # RL2004: controller that lacks what its siblings have
//
//	cluster.SetupWithManager(mgr, *workers)
//	service.SetupWithManager(mgr, *workers)
//	job.SetupWithManager(mgr, *workers)
//	network.SetupWithManager(mgr)
//
// Three of four controllers get the number of their workers from one flag. The fourth gets it from nowhere, and
// sets no number of its own.
//
// The rule compares the number of workers, the queue's limiter, and the limiter that is asked
// before each reconcile. It reports a controller that sets nothing if enough others take it from
// one flag, setting, function or limiter. Enough means at least three, and at least three quarters
// of all controllers. If each has a value of its own that looks alike, at least seven of eight must
// have it. Of a queue's limiter whose numbers are flags or settings, it is enough that eight
// controllers, and at least half, take it from one function.
//
// # Why it matters
//
// It is nearly always a controller that was added later. With the default it has one worker, while
// its siblings have as many as the flag says. Whoever turns the flag up in an incident wonders why
// one queue keeps growing.
//
// # What to do
//
// Before:
//
//	cluster.SetupWithManager(mgr, *workers)
//	service.SetupWithManager(mgr, *workers)
//	job.SetupWithManager(mgr, *workers)
//	network.SetupWithManager(mgr)
//
// After:
//
//	network.SetupWithManager(mgr, *workers)
//
// Where the default is meant, say so: MaxConcurrentReconciles: 1 is the controller's own number,
// and there is no finding.
//
// # What it does not find
//
// Programs with fewer than four controllers, or whose controllers take it from several sources. Controllers that a
// dependency makes, which has the settings that it offers. Programs with a max-reconcile-rate: there RL1001, RL1002
// and RL1003 tell what is missing, siblings or not.
//
// The finding is a note where the default may be meant: where only the number of workers is missing, since one worker is enough
// for a kind with few objects, or where the reconciler is a dependency's, of a type that none of the siblings has, such as one
// that counts who uses a configuration.
package rl2004

import _ "embed"

//go:embed doc.go
var doc string
