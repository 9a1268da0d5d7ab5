// Package rl2001 reports: one per-item limiter in the queues of several kinds.
//
// # RL2001: one per-item limiter in the queues of several kinds
//
//	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
//	service.Setup(mgr, controller.Options{RateLimiter: limiter})
//	ingress.Setup(mgr, controller.Options{RateLimiter: limiter})
//
// Two controllers of different kinds have the same limiter in their queues. The limiter counts failures by request,
// and a request is only a namespace and a name. It does not say which kind of object it means.
//
// The same happens with queues made by hand: two queues ask one limiter with keys of one type. A function or a
// package makes both queues, itself or by calling a function that makes them.
//
// # Why it matters
//
// The object default/web of one kind and default/web of another share one count of failures. Most operators make a
// Service, a Deployment and an Ingress of the same name. If one of them fails, it delays the others, up to the
// longest back-off. Each success of a healthy one erases the back-off of the failing one, so its next retry comes as
// fast as the first.
//
// # What to do
//
// Before:
//
//	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
//	for _, setup := range []func(ctrl.Manager, controller.Options) error{service.Setup, ingress.Setup} {
//		err := setup(mgr, controller.Options{RateLimiter: limiter})
//		…
//	}
//
// After:
//
//	for _, setup := range []func(ctrl.Manager, controller.Options) error{service.Setup, ingress.Setup} {
//		limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
//		err := setup(mgr, controller.Options{RateLimiter: limiter})
//		…
//	}
//
// # When it is a note
//
// For queues made by hand, the finding is a note if the limiter comes from code that rllint does not see there. That
// code may hand over a limiter that remembers nothing.
//
// # What it does not find
//
//   - A token bucket that several queues share, because it remembers no objects.
//   - One limiter for several controllers of the same kind, or of kinds that rllint does not know.
//   - A limiter that is one of several, if one of these may come from code that rllint cannot read.
//   - Queues made by hand if only one of them asks the limiter, if two packages make one each, or if they are used
//     through a list.
package rl2001

import _ "embed"

//go:embed doc.go
var doc string
