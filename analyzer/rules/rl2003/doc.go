// Package rl2003 reports: a limiter that is asked by hand.
//
// # RL2003: a limiter that is asked by hand
//
//	return ctrl.Result{RequeueAfter: r.RateLimiter.When(req)}, nil
//
// This reconciler asks the limiter that is also in the controller's queue, as Options.RateLimiter. The rule reports
// calls of When, NumRequeues and Forget on a path from Reconcile.
//
//	c.queue.AddAfter(req, c.retries.When(req))
//
// Or the delay of AddAfter comes from a limiter that is not the queue's: the package makes it for a variable of its own, only asks it, and
// never calls its Forget.
//
// # Why it matters
//
// When does more than return a delay: it counts a failure of the object. After a Result with RequeueAfter and no
// error, the queue calls Forget, which erases the count. So the delay is always the first one of the back-off, such
// as 5 ms, however often the code comes here. The failures that the queue itself had counted are lost too. If the
// limiter holds a bucket, each call spends a token for a request that needs none.
//
// AddAfter asks no limiter. With a limiter beside the queue's, failures are counted in two places, and the queue's own delays hold for
// half of them only. Nothing makes the other limiter forget, so after its next failure an object may wait up to 1000 s.
//
// # What to do
//
// To back off, return an error, or Requeue: true with controller-runtime up to v0.20: the queue then asks its
// limiter itself. To come back at a fixed time, return that time.
//
// Before:
//
//	return ctrl.Result{RequeueAfter: r.RateLimiter.When(req)}, nil
//
// After:
//
//	return ctrl.Result{RequeueAfter: 10 * time.Second}, nil
//
// Instead of AddAfter with a delay that a limiter tells, call AddRateLimited.
//
// For your own back-off, ask a limiter that is in no queue, and call its Forget when the object is well again.
//
// # When it is a note
//
// A call of NumRequeues is a note, because it changes nothing. A reconciler that returns errors may well ask how
// often it has failed.
//
// # What it does not find
//
// Limiters that may not be the queue's. If the program gives one limiter to the controller and another to the
// reconciler, nothing is wrong.
package rl2003

import _ "embed"

//go:embed doc.go
var doc string
