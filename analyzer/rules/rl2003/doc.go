// Package rl2003 reports: a reconciler asks the limiter of its own queue.
//
// # RL2003: a reconciler asks the limiter of its own queue
//
//	return ctrl.Result{RequeueAfter: r.RateLimiter.When(req)}, nil
//
// The limiter that this reconciler asks is also in the controller's queue, as Options.RateLimiter. The rule reports calls of When,
// NumRequeues and Forget on a way from Reconcile.
//
// # Why it matters
//
// When does not only tell a delay: it counts a failure of the object. For a Result with
// RequeueAfter and no error the queue then calls Forget, which erases the count. So the delay is
// the first of the back-off each time, such as 5 ms, however often the code comes here. The
// failures that the queue itself had counted are gone too. If the limiter holds a bucket, each call
// spends a token of it for a request that takes another way.
//
// # What to do
//
// To back off, return an error, or with controller-runtime up to v0.20 Requeue: true: the
// queue asks its limiter itself. To come back at a fixed time, say when.
//
// Before:
//
//	return ctrl.Result{RequeueAfter: r.RateLimiter.When(req)}, nil
//
// After:
//
//	return ctrl.Result{RequeueAfter: 10 * time.Second}, nil
//
// NumRequeues, which changes nothing, is a note: a reconciler that returns errors may well ask how often it has.
//
// For a back-off of your own, ask a limiter that is in no queue, and call its Forget where
// the object is well again.
//
// # What it does not find
//
// Limiters of which it is not known that they are the queue's: where the program hands
// the controller and the reconciler two limiters, nothing is wrong.
package rl2003

import _ "embed"

//go:embed doc.go
var doc string
