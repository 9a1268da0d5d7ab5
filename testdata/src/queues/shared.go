package queues

import (
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

// gateways has two queues with one limiter, whose keys are namespaces and names in both.
type gateways struct{ routes, listeners queue }

func newGateways() *gateways {
	limiter := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
	return &gateways{
		routes:    workqueue.NewTypedRateLimitingQueue[string](limiter),
		listeners: workqueue.NewTypedRateLimitingQueue[string](limiter), // want RL2001:"the queue made at line 16 asks the same limiter"
	}
}

func (g *gateways) failed(key string) {
	g.routes.AddRateLimited(key)
	g.listeners.AddRateLimited(key)
}

// lanes has a second queue that never asks the limiter.
type lanes struct{ fast, slow queue }

func newLanes() *lanes {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return &lanes{
		fast: workqueue.NewTypedRateLimitingQueue(limiter),
		slow: workqueue.NewTypedRateLimitingQueue(limiter),
	}
}

func (l *lanes) failed(key string) {
	l.fast.AddRateLimited(key)
	l.slow.Add(key)
}

// budgeted has two queues that share a bucket, which knows no items.
type budgeted struct{ one, other queue }

func newBudgeted() *budgeted {
	bucket := &workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(10, 100)}
	return &budgeted{
		one:   workqueue.NewTypedRateLimitingQueue[string](bucket),
		other: workqueue.NewTypedRateLimitingQueue[string](bucket),
	}
}

func (b *budgeted) failed(key string) {
	b.one.AddRateLimited(key)
	b.other.AddRateLimited(key)
}

// apart has queues with a limiter each.
type apart struct{ one, other queue }

func newApart() *apart {
	return &apart{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()), workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (a *apart) failed(key string) {
	a.one.AddRateLimited(key)
	a.other.AddRateLimited(key)
}
