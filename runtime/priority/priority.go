// Package priority gives controllers that package ratelimiter limits a queue that
// heeds the priorities of controller-runtime, which has them from v0.20.4 on and
// uses them by default from v0.23 on: an urgent request takes the controller's next
// token, before all that were queued earlier.
//
// It is a module of its own because package ratelimiter also works with versions
// of controller-runtime that have no priorities.
package priority

import (
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
)

// Limited is a *ratelimiter.Reconciler of package
// github.com/rllint/rllint/runtime/ratelimiter.
type Limited[request comparable] interface {
	ControllerOptions() controller.TypedOptions[request]
}

// ControllerOptions returns the options that limited.ControllerOptions returns,
// with a queue that heeds priorities. Without one that is a *ratelimiter.Reconciler
// they are what it returns.
func ControllerOptions[request comparable](limited Limited[request]) controller.TypedOptions[request] {
	if limited == nil {
		return controller.TypedOptions[request]{}
	}
	o := limited.ControllerOptions()
	plain := o.NewQueue
	if plain == nil {
		return o
	}
	o.NewQueue = func(name string, limiter workqueue.TypedRateLimiter[request]) workqueue.TypedRateLimitingInterface[request] {
		return Queue(plain(name, limiter))
	}
	return o
}

// Queue returns the limited queue as one that heeds priorities. It is for the WithQueue of
// package github.com/rllint/rllint/runtime/ratelimiter:
//
//	ratelimiter.Complete(b, r, limits, ratelimiter.WithQueue(priority.Queue[reconcile.Request]))
//
// Another queue than the limited one is returned as it is.
func Queue[request comparable](limited workqueue.TypedRateLimitingInterface[request]) workqueue.TypedRateLimitingInterface[request] {
	ordered, ok := limited.(orderedQueue[request])
	if !ok {
		return limited
	}
	if counting, ok := limited.(interface{ CountByPriority() }); ok {
		counting.CountByPriority()
	}
	return queue[request]{ordered}
}

// orderedQueue is what the limited queue can do.
type orderedQueue[request comparable] interface {
	workqueue.TypedRateLimitingInterface[request]
	AddWithPriority(after time.Duration, backOff bool, priority int, requests ...request)
	GetWithPriority() (item request, priority int, shutdown bool)
}

// queue is a limited queue in the terms of controller-runtime.
type queue[request comparable] struct{ orderedQueue[request] }

var _ priorityqueue.PriorityQueue[string] = queue[string]{}

// AddWithOpts adds the requests.
func (q queue[request]) AddWithOpts(o priorityqueue.AddOpts, requests ...request) {
	q.AddWithPriority(o.After, o.RateLimited, valueOf(o.Priority), requests...)
}

// valueOf returns a priority. The field is an int up to v0.21 of controller-runtime
// and a pointer to one after that.
func valueOf(priority any) int {
	switch p := priority.(type) {
	case int:
		return p
	case *int:
		if p != nil {
			return *p
		}
	}
	return 0
}
