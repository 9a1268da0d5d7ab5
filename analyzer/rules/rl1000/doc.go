// Package rl1000 reports: program that limits nothing.
//
// # RL1000: program that limits nothing
//
// Nothing limits how many reconciles a second all controllers of this program together may make. The program has no
// rate, that is no flag such as --max-reconcile-rate, and no limiter that its controllers ask before they reconcile.
// The note names the limits that it does have: the client's QPS, the back-off after failures, and limiters that a
// reconciler asks itself.
//
// The note is at the place where main makes the manager. There is one for each program. RL1001, RL1002 and RL1003
// do not report the controllers of such a program: whatever one of them lacks, they all lack.
//
// In a program with a rate, all controllers share two limits. Before every reconcile they take a token from one bucket,
// into which new tokens fall at the rate. And a back-off in every queue delays the retries of a failing object.
//
// # Why it matters
//
// Without these, only the duration of a reconcile limits a controller. Failing objects are retried after 5 ms, 10
// ms, 20 ms and so on, up to 1000 s. Suppose an API that 10,000 objects depend on goes down. They ask for 70,000
// to 80,000 retries in the first second, and the workers make as many as they can. Up to controller-runtime v0.22,
// each controller has a bucket of 10 a second for them (burst 100). From v0.23 on there is none. After a restart,
// or when something that all objects depend on changes, every object is reconciled at once, in any version. Many
// programs can live with that. A program that calls a metered or throttled API for each object usually cannot.
//
// # What to do
//
// If nothing needs a limit, switch the rule off in .rllint.yaml. Otherwise give the program a rate, and make the
// limits of its controllers from it. [docs/runtime.md] shows how to do this with rllint's own package ratelimiter.
//
// Before:
//
//	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{Scheme: scheme})
//
// After:
//
//	rate := flag.Int("max-reconcile-rate", 10, "reconciles per second, of all controllers together")
//	flag.Parse()
//	limits, err := ratelimiter.New(*rate)
//	…
//	mgr, err := ctrl.NewManager(limits.LimitRESTConfig(ctrl.GetConfigOrDie()), ctrl.Options{Scheme: scheme})
//
// rllint then judges each controller separately. To get this before the program has a rate, set every-controller:
// true in .rllint.yaml.
//
// # What it does not find
//
// Limits that are not made with client-go's workqueue or x/time/rate, or with a type that keeps times. Programs
// whose code rllint cannot follow to the end. Programs that do not fully type-check, if the missing code may
// contain a limiter of a controller.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1000

import _ "embed"

//go:embed doc.go
var doc string
