// Package rl2001 reports: one per-item limiter in the queues of several kinds.
//
// # RL2001: one per-item limiter in the queues of several kinds
//
//	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
//	service.Setup(mgr, controller.Options{RateLimiter: limiter})
//	ingress.Setup(mgr, controller.Options{RateLimiter: limiter})
//
// Two controllers of different kinds have one limiter in their queues. It remembers failures by request. A request is a
// namespace and a name, and says nothing of the kind.
//
// It is the same with queues made by hand: a function or a package makes two queues that ask one limiter with keys of one
// type, itself or by calling a function that makes them. It is a note if the limiter comes from code that is not seen there,
// which may hand over one that remembers nothing.
//
// # Why it matters
//
// The object default/web of one kind and default/web of another have one count of failures. Most
// operators make a Service, a Deployment and an Ingress of one name. If one of them fails, it
// delays the others up to the longest back-off. Each success of a healthy one erases the back-off
// of the failing one, and its next retry comes as fast as the first.
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
// # What it does not find
//
// Queues made by hand of which no more than one asks the limiter, or that packages apart make of it. A token bucket that several queues share, which remembers no items. One instance for
// several controllers of the same kind, or of unknown kinds. Limiters of which one may be code that
// cannot be read.
package rl2001

import _ "embed"

//go:embed doc.go
var doc string
