// Package rl4005 reports: a delay in a wrong unit, or that may have passed.
//
// # RL4005: a delay in a wrong unit, or that may have passed
//
// The delay of a request or of a limiter is not what it reads like:
//
//   - a constant without a unit: RequeueAfter: 10 is ten nanoseconds;
//   - a duration taken for a rate: rate.Limit(5*time.Second) is five billion events a second, and
//     rate.Every(5*time.Second), one in five seconds, was meant;
//   - a number of seconds converted as if it counted nanoseconds: time.Duration(cfg.IntervalSeconds);
//   - what is left until a time, as RequeueAfter, where nothing says that the time is yet to come.
//
// # Why it matters
//
// A delay of nanoseconds is none: the object is reconciled as fast as the workers can, and
// since controller-runtime forgets its failures for each RequeueAfter, nothing backs off.
//
// A RequeueAfter that is zero or negative is no delay of zero: for controller-runtime the
// reconcile has succeeded and asks for nothing, and the request is dropped. Where the time was
// already past, as after a restart or a long queue, the object waits for its next event, which may never come.
// The reconcilers of kyma-project/telemetry-manager lost the renewal of certificates that way.
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
// Who means a nanosecond writes time.Nanosecond, and nothing is reported.
//
// # What it does not find
//
// Constants of a millisecond and more, and those that another package declares. A time that the function, or the one
// that returns what is left, compares with anything, which may say that it is yet to come; and one whose name or origin says that it
// is the next.
package rl4005

import _ "embed"

//go:embed doc.go
var doc string
