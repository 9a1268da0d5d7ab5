// Package rl2004 reports: controller that lacks what its siblings have.
//
// # RL2004: controller that lacks what its siblings have
//
//	cluster.SetupWithManager(mgr, *workers)
//	service.SetupWithManager(mgr, *workers)
//	job.SetupWithManager(mgr, *workers)
//	network.SetupWithManager(mgr)
//
// Three of four controllers get their number of workers from one flag. The fourth does not get it, and sets no
// number of its own.
//
// The rule compares the number of workers, the queue's limiter, and the limiter that is asked before each reconcile.
// It reports a controller that has none if enough others take theirs from one flag, setting, function or limiter.
// Enough means
//
//   - at least three controllers, and at least three quarters of all;
//   - if each has a value of its own that only looks alike: at least seven controllers, and seven of eight;
//   - for a queue's limiter whose numbers are flags or settings: at least eight controllers that take it from one
//     function, and half of all.
//
// It also compares how often controllers poll, in programs with a max-reconcile-rate too. That is RequeueAfter of a pass without an
// error, in reconcilers of one type. A controller is reported if it keeps a constant of the reconciler's package, such as
// the default of its constructor, while enough others take theirs from one flag or setting. An interval that
// its set-up function writes down is meant. If no controller takes its interval from a flag or variable named poll or
// poll-interval, and some keep such a constant, the finding stands at the flag.
//
// # Why it matters
//
// The controller was nearly always added later. It has the default of one worker, while its siblings have as many as
// the flag says. If you turn the flag up in an incident, the queue of this one keeps growing.
// One that does not get the poll interval asks the far side each minute, whatever the flag says.
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
// If you mean the default, say so. With MaxConcurrentReconciles: 1 the controller has a number of its own, and there
// is no finding.
//
// # When it is a note
//
// The finding is a note if the default may be what you mean:
//
//   - if only the number of workers is missing, because one worker is enough for a kind with few objects;
//   - if the reconciler comes from a dependency, and none of the siblings has one of its type. It may only count the
//     users of a configuration, for example.
//
// # What it does not find
//
//   - Programs with fewer than four controllers, or whose controllers take the value from several sources.
//   - Controllers that a dependency makes, because they have the settings that the dependency offers.
//   - Limits in programs with a max-reconcile-rate. RL1001, RL1002 and RL1003 tell what is missing there.
package rl2004

import _ "embed"

//go:embed doc.go
var doc string
