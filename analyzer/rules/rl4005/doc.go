// Package rl4005 reports: a delay in the wrong unit, or one that may have passed.
//
// # RL4005: a delay in the wrong unit, or one that may have passed
//
// The delay of a request or of a limiter is not what it looks like:
//
//   - a constant without a unit: RequeueAfter: 10 is ten nanoseconds. The rule also looks at what the package gives
//     the variable, field or parameter that becomes the delay;
//   - a number of seconds converted as if it counted nanoseconds: time.Duration(cfg.IntervalSeconds), or
//     time.Duration(interval.Seconds());
//   - a delay that becomes a rate: rate.Limit(100 * time.Millisecond) is a hundred million events a second. rate.Every makes a rate of a
//     delay; a delay divided by another one is a rate already;
//   - a delay in an unexported field that the package reads, never sets and never compares: it is 0. This is a note;
//   - the time left until a moment, as RequeueAfter. Nothing checks that the moment is still to come.
//
// # Why it matters
//
// A delay of nanoseconds is no delay: the workers reconcile the object as fast as they can. Nothing backs off,
// because controller-runtime forgets the object's failures at each RequeueAfter.
//
// A RequeueAfter of zero or less does not mean "at once". To controller-runtime the reconcile has
// succeeded and asks for nothing, so it drops the request. The moment may already have passed, for example after a
// restart or behind a long queue. The object then waits for its next event, which may never come. That way, the
// reconcilers of kyma-project/telemetry-manager missed the renewal of certificates.
//
// # What to do
//
// Before:
//
//	return ctrl.Result{RequeueAfter: 10}, nil
//	…
//	return ctrl.Result{RequeueAfter: time.Until(cert.Expiry)}, nil
//
// After:
//
//	return ctrl.Result{RequeueAfter: 10 * time.Second}, nil
//	…
//	return ctrl.Result{RequeueAfter: max(time.Until(cert.Expiry), time.Second)}, nil
//
// If you mean a nanosecond, write time.Nanosecond. The rule does not report that.
//
// # When it is a note
//
// A request's delay of 1 is a note, because many write it for "at once". The time left until a moment is a note too:
// whoever computes it may know that the moment is still to come. So is a field that nothing sets.
//
// # What it does not find
//
//   - Constants of a millisecond and more, and constants that another package declares.
//   - Variables that the package multiplies, because they count a unit.
//   - A moment that the function compares with anything, or sets: that may be the check that it is still to come.
//   - A moment that is compared in the function that returns the time left.
//   - A time left that the code compares, and then gets again from an equal call.
//   - A moment whose name or origin says that it is the next one.
//   - What is left of an interval, and the shorter one of two delays.
package rl4005

import _ "embed"

//go:embed doc.go
var doc string
