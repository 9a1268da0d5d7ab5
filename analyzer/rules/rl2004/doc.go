// Package rl2004 reports: controller that is not given what its siblings are.
//
// # RL2004: controller that is not given what its siblings are
//
// At least three, and at least three of four, of a program's controllers take the number of their
// workers, their queue's limiter or the global limiter of their middleware from one source: a flag, a setting,
// one function or one instance; or at least seven, and at least seven of eight, have the same constant or the same
// limiter, each made in a place of its own. This controller takes it from nowhere, and sets nothing of its own.
//
// # Why it matters
//
// It is nearly always a controller that was added later. With the default it has one worker while
// its siblings have as many as the flag says, and whoever turns the flag up in an incident wonders
// why one queue keeps growing.
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
// Programs with fewer than four controllers, or whose controllers take it from several sources. Programs with a
// max-reconcile-rate: there RL1001, RL1002 and RL1003 tell what is missing, siblings or not.
package rl2004

import _ "embed"

//go:embed doc.go
var doc string
