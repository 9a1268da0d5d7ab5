// Package rl1000 reports: program that limits nothing.
//
// # RL1000: program that limits nothing
//
// A program with twelve controllers makes a manager. It has no flag such as --max-reconcile-rate, and no limiter that all twelve ask.
// Nothing says how many reconciles a second the whole program may make. This note says which limits there are all the same:
// the client's QPS, the back-off of failures, limiters that a reconciler asks of its own.
//
// The note stands where main makes the manager. There is one for each program. RL1001, RL1002 and RL1003 say nothing about
// the controllers of such a program: what one of them lacks, they all lack.
//
// A program with a rate has two limits in common for its controllers. A token bucket is asked before every reconcile.
// A back-off in every queue delays the retries of an object that fails.
//
// # Why it matters
//
// Without these, one thing limits a controller: how long a reconcile takes. Objects that
// fail are retried after 5 ms, 10 ms, 20 ms and so on, up to 1000 s. Ten thousand objects
// whose far side is down ask for 70,000 to 80,000 retries in the first second, as many as the
// workers can make; up to controller-runtime v0.22 each controller has a bucket of 10 a second
// for them (burst 100), from v0.23 on there is none. After a restart, or when something that
// all of them watch changes, every object is reconciled at once, whatever the version. Many
// programs can live with that. One that calls a metered or throttled API for each object
// usually cannot.
//
// # What to do
//
// If nothing needs a limit, switch the rule off in .rllint.yaml. If something does, give
// the program a rate, and the controllers limits that are made from it. [docs/runtime.md]
// shows how, with the package that rllint brings.
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
// Each controller is then judged by itself; so it is with every-controller: true in
// .rllint.yaml, before there is a rate.
//
// # What it does not find
//
// Limits that are not made of the limiters of client-go's workqueue or x/time/rate, or of a type
// that keeps times. Programs whose code rllint cannot follow to its end. Programs that do not fully
// type-check, if the missing code may have a limiter of one of the controllers.
//
// [docs/runtime.md]: https://github.com/rllint/rllint/blob/main/docs/runtime.md
package rl1000

import _ "embed"

//go:embed doc.go
var doc string
