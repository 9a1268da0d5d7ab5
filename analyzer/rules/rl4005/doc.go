// Package rl4005 reports: a delay in a wrong unit, or that may have passed.
//
// # RL4005: a delay in a wrong unit, or that may have passed
//
// The delay of a request or of a limiter is not what it looks like:
//
//   - a constant without a unit: RequeueAfter: 10 is ten nanoseconds. It may also be what the package
//     gives the variable, field or parameter that becomes the delay;
//   - a duration taken for a rate: rate.Limit(5*time.Second) is five billion events a second. The
//     author meant rate.Every(5*time.Second), one event in five seconds;
//   - a number of seconds converted as if it counted nanoseconds: time.Duration(cfg.IntervalSeconds),
//     or time.Duration(interval.Seconds());
//   - the time left until some moment, or of an interval since one, used as RequeueAfter, where
//     nothing checks that the moment is still to come;
//   - time.After whose channel nobody reads: the code goes on at once.
//
// # Why it matters
//
// A delay of nanoseconds is no delay: the workers reconcile the object as fast as they can. Nothing
// backs off, since controller-runtime forgets the object's failures at each RequeueAfter.
//
// A RequeueAfter of zero or less does not mean "at once". To controller-runtime the reconcile has
// succeeded and asks for nothing, so it drops the request. The moment may already have passed,
// after a restart or a long queue for example. The object then waits for its next event, which may
// never come. The reconcilers of kyma-project/telemetry-manager missed the renewal of certificates
// that way.
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
// If you mean a nanosecond, write time.Nanosecond: the rule does not report that. A request's delay of 1 is a note, since many write
// it for "at once". So is the time left until some moment: whoever computes it may know that the moment is still to come.
//
// The fix names the unit where it is sure: seconds, for the delay of a request that is written as a
// number from 2 to 60 or as whole minutes up to an hour, such as 300; the unit in the name of a number,
// such as time.Minute for waitMinutes; rate.Every for a rate of a duration.
//
// # What it does not find
//
// Constants of a millisecond and more, those that another package declares, and variables that the
// package multiplies: they count a unit. A moment that the function compares with anything, or
// sets: that may be the check that it is still to come. A comparison in the function that returns
// the time left counts too, and one of what an equal call returns. A moment whose name or origin
// says that it is the next one.
package rl4005

import _ "embed"

//go:embed doc.go
var doc string
