// Package rl4012 reports: failures that never back off.
//
// # RL4012: failures that never back off
//
//	if err := r.resolve(ctx, image); err != nil {
//		log.Error(err, "cannot resolve")
//		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil
//	}
//
// A reconciler answers an error with a constant RequeueAfter, or one that a variable of its package holds, and nil or the error of a
// status that it writes, or a function that returns a Result and no error does so, or one that answers whatever error it is handed, or one
// that wraps a reconciler. It may set a variable to the delay in the branch for the error, and return that further down, or answer in the
// default beside a case for no error. The code has not asked what kind of error it is, or the error is of no kind that it has asked for. Or
// a wrapper around a reconciler, such as one that spaces out the requests of an object, answers with RequeueAfter before it calls the
// reconciler.
//
// Or code asks a limiter of a queue for a delay that it has just made: that knows of no failure, and always says the first delay.
//
// Or a reconciler answers an error with Requeue: true and nil, and tells nobody of it: the queue backs off, but no log and no metric says
// why the request comes back.
//
// # Why it matters
//
// The queue takes a RequeueAfter without an error for success, and forgets the failures of the request. So an object that always fails is
// tried at the same pace for ever: every two seconds, that is 43,200 times a day. A hundred of them keep the workers and the far side busy
// in an outage. No metric counts the failures. With a delay of 30 seconds and more the pace hurts nobody, but a conflict or a time-out,
// which the queue would try again after 5 ms, waits as long as an outage, and nobody sees that either.
//
// Behind such a wrapper the reconciler may well return its errors. Each time the wrapper holds a request up, they are forgotten, and the
// back-off begins anew. The middleware of crossplane-runtime does the same.
//
// # What to do
//
// Return the error: controller-runtime logs it, counts it, and retries after a delay that grows from 5 ms to 1000 s. A limiter in
// Options.RateLimiter sets other bounds.
//
// Before:
//
//	if err := r.resolve(ctx, image); err != nil {
//		log.Error(err, "cannot resolve")
//		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil
//	}
//
// After:
//
//	if err := r.resolve(ctx, image); err != nil {
//		return ctrl.Result{}, fmt.Errorf("resolving %s: %w", image, err)
//	}
//
// In a wrapper, wait for the turn of the request, or let the queue keep the failures: ratelimiter.WithObjectLimit of rllint's runtime does.
//
// # When it is a note
//
// A constant delay is a note, and so is a Requeue that nobody hears of. Programs have chosen one on purpose, and taken it back.
//
// # What it does not find
//
//   - Delays that the code computes, or that a setting decides.
//   - Errors of the kind that the code asks for, and errors of functions that only look at their arguments.
//   - Errors that a deferred function answers for all returns.
//   - Delays of 30 seconds and more after errors that are told in a condition or another part of the status: users see these.
//   - Errors of which the branch says that it is waiting for something, and delays that a further condition in the branch chooses.
//   - Errors in branches that count something: who counts errors bounds the tries.
//   - Wrappers that answer with a constant delay, because they wait for something, or that make a limiter forget by themselves.
package rl4012
