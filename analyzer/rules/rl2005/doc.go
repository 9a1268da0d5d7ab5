// Package rl2005 reports: polls without jitter.
//
// # RL2005: polls without jitter
//
//	return ctrl.Result{RequeueAfter: r.interval}, nil // --poll
//
// Controllers poll after a time that a flag or setting gives, and chance is no part of it.
//
// # Why it matters
//
// At a start all objects are reconciled within seconds. From then on they are polled together too: each interval
// begins with a wave of requests to the API server and to whatever the controllers look after, which throttles them, and
// the rest of it is quiet. New objects wait behind the wave. A limiter only makes the wave longer.
//
// # What to do
//
// Add a random part to the delay, so that the polls spread over the interval.
//
// Before:
//
//	return ctrl.Result{RequeueAfter: r.interval}, nil
//
// After:
//
//	return ctrl.Result{RequeueAfter: wait.Jitter(r.interval, 0.1)}, nil
//
// This adds up to a tenth. wait is k8s.io/apimachinery/pkg/util/wait. A library's reconciler often has an option for it, such as
// managed.WithPollJitterHook of crossplane-runtime. Behind rllint's module runtime, ratelimiter.WithJitter(0.1) does it for any reconciler.
//
// The fix adds either to all polls of the program, with a tenth.
//
// There is one finding for all controllers of a program, where its manager is made.
//
// # What it does not find
//
//   - A setting that only one controller takes its delay from. It may wait for something of its own.
//   - Delays that are constants: most of them wait for something and are no polls.
//   - Delays that rllint cannot follow, such as those of function values.
//   - The resync of the cache, whose period controller-runtime varies by a tenth.
package rl2005

import _ "embed"

//go:embed doc.go
var doc string
