// Package rl4003 reports: a worker waits in Reconcile.
//
// # RL4003: a worker waits in Reconcile
//
//	for !r.ready(ctx, pod) {
//		time.Sleep(5 * time.Second)
//	}
//
// A worker of the controller sleeps in this loop until the pod is ready. Meanwhile it reconciles no other object.
//
// The rule finds what sleeps on a path from Reconcile in the same goroutine. That is time.Sleep, a receive from
// time.After or a timer, a poll of package wait, or a retry with back-off. The rule follows calls through helpers,
// other packages, interfaces and function literals. It reports a wait that
//
//   - can take ten seconds or more in all;
//   - has no upper bound;
//   - is done in a loop over objects, for a second or more each time;
//   - takes a time that is not a constant.
//
// # Why it matters
//
// A controller has few workers, by default one. With one worker and a poll of five minutes, one object that does
// not become ready holds up all others for five minutes each time. No rate and no back-off then says how fast the
// controller is. The program cannot stop before the sleep is over.
//
// The finding says how long the wait takes at most, how many workers the controller has, and through which calls
// Reconcile reaches it. If an interface on the path has several implementations, this reconciler may hold another
// one. The finding then says that the wait may be reached. Code scanning shows the calls as a path.
//
// # What to do
//
// Return and come back later: the queue keeps the request, and the worker is free.
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
// Better still, watch the object you wait for, with Owns or Watches.
//
// # What it does not find
//
// The rule leaves these out, because nobody would act on them:
//
//   - waits of less than ten seconds in all;
//   - polls of ten seconds at most, which mostly end with the first answers;
//   - reconcilers of one object, which return at once unless the request has one name: a constant, or what a field of
//     the reconciler or a package variable holds;
//   - a back-off of unknown length between a bounded number of tries;
//   - retries after a conflict of writes, with retry.RetryOnConflict or a loop that asks IsConflict;
//   - a loop that tries to take a lock;
//   - what is done once for the whole process, by sync.Once or while a variable of the package is nil, and loops that wait
//     until something of the reconciler's own is no longer nil;
//   - what a goroutine of its own does;
//   - a pause in the condition of a poll that is reported itself;
//   - a select that waits for an answer too, with the time as its bound;
//   - middleware that waits for its limiter;
//   - fakes, simulators and end-to-end tests, by the names of their functions, types, files or packages.
//
// The finding is a warning where no more needs to be known to say that other objects wait: a sleep of ten seconds or more by
// constants, a poll of half a minute or more, a loop without an end in the function that waits, or five seconds or more at a
// time directly in a loop over objects. It is a note
//
//   - where the length is not known, or a count or a deadline that is not constant ends the wait. A loop such as
//     "for a := retry.Start(); a.Next();" has an end if Next counts or looks at the time;
//   - for shorter waits, and for waits behind a loop in a function further up;
//   - where an interface on the way has several implementations, where the way has more than six calls, and in a dependency;
//   - below a comment of three lines or more, which says why, and in functions that uninstall, shut down, migrate, back up
//     or restore something, by their names;
//   - where there are several workers by a constant, and the wait is shorter than five seconds for each of them: 30 s with ten
//     workers, for example.
//
// The rule does not look behind function values, nor behind interfaces whose implementations the package does not import.
// If two interfaces have the same methods, a type counts for the one that its package hands it out as. In a
// dependency only waits of a known length count, and those not in a case of a switch that compares what its caller hands
// over with a constant.
package rl4003

import _ "embed"

//go:embed doc.go
var doc string
