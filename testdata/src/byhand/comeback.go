package main

import (
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type requests = workqueue.TypedRateLimitingInterface[reconcile.Request]

// comeback brings requests back after the delay of a limiter of its own.
type comeback struct {
	queue   requests
	retries limiter
}

func (c *comeback) failed(req reconcile.Request) {
	if c.retries == nil {
		c.retries = workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]()
	}
	c.queue.AddAfter(req, c.retries.When(req)) // want RL2003:"this delay is that of c.retries, which is not the limiter of the queue: AddAfter asks none, and nothing makes c.retries forget"
}

// forgetful has a back-off beside the queue's, and knows when it ends.
type forgetful struct {
	queue   requests
	retries limiter
}

func newForgetful(queue requests) *forgetful {
	return &forgetful{queue: queue, retries: workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]()}
}

func (f *forgetful) ended(req reconcile.Request, err error) {
	if err == nil {
		f.retries.Forget(req)
		return
	}
	f.queue.AddAfter(req, f.retries.When(req))
}

// shared may have the limiter of the queue.
type shared struct {
	queue   requests
	retries limiter
}

func newShared(queue requests, retries limiter) *shared {
	return &shared{queue: queue, retries: retries}
}

func (s *shared) failed(req reconcile.Request) { s.queue.AddAfter(req, s.retries.When(req)) }
