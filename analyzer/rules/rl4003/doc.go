// Package rl4003 reports: a worker waits in Reconcile.
//
// # RL4003: a worker waits in Reconcile
//
// On a way from Reconcile, in the same goroutine, something sleeps: time.Sleep or a
// clock's, a receive from time.After or a timer, one of wait's polls, or retries whose
// back-off is longer than a second in all. Calls are followed through helpers, other
// packages, interfaces and function literals.
//
// # Why it matters
//
// A controller has few workers, by default one. While it sleeps nobody reconciles the
// other objects of its kind: with one worker and a poll of five minutes, one object that
// does not become ready holds up all others for five minutes each time. Max-reconcile-rate
// and the number of workers then say nothing about what the controller can do, and the
// program cannot stop before the sleep is over.
//
// # What to do
//
// Return, and come back later: the queue keeps the request, and the worker is free.
//
// Before:
//
//	for !r.ready(ctx, pod) {
//		time.Sleep(5 * time.Second)
//	}
//
// After:
//
//	if !r.ready(ctx, pod) {
//		return ctrl.Result{RequeueAfter: 5 * time.Second}, nil
//	}
//
// Better still, watch what is waited for, with Owns or Watches.
//
// # What it does not find
//
// A constant pause of at most 100 ms outside of loops is deliberate and fine, and so is
// what a goroutine of its own does. A select that waits for an answer too, with the time
// as its bound, is no sleep, and what middleware waits for is a limiter. Retries with a back-off that is not known are not reported,
// nor is what lies behind function values and interfaces whose implementations the
// package does not import. Of two interfaces with the same methods, a type counts for the one that its package hands it
// out as. In a dependency only waits of a known length count: whether, and how
// long, an installer waits for what it installs, the options decide that it is given.
package rl4003

import _ "embed"

//go:embed doc.go
var doc string
