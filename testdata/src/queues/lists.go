package queues

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

// lists has its queues in a list too, to shut them down. What a worker does with one says nothing of the others.
type lists struct {
	polled, retried, kept queue
	sync                  func(context.Context, string) error
}

func newLists() *lists {
	return &lists{
		polled:  workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()), // want RL6004:"nothing calls AddRateLimited on this queue"
		retried: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		kept:    workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
}

func (c *lists) stop() {
	for _, q := range []queue{c.polled, c.retried, c.kept} {
		q.ShutDown()
	}
}

// nextPolled has no failures to forget, and its work is tried again by Kubernetes' function.
func (c *lists) nextPolled(ctx context.Context) bool {
	key, quit := c.polled.Get()
	if quit {
		return false
	}
	defer c.polled.Done(key)
	err := wait.ExponentialBackoffWithContext(ctx, wait.Backoff{Steps: 3}, func(ctx context.Context) (bool, error) {
		return c.sync(ctx, key) == nil, nil
	})
	if err != nil {
		fmt.Println("given up", key)
	}
	return true
}

func (c *lists) nextRetried(ctx context.Context) bool {
	key, quit := c.retried.Get()
	if quit {
		return false
	}
	defer c.retried.Done(key)
	if err := c.sync(ctx, key); err != nil {
		c.retried.AddRateLimited(key)
		return true
	}
	c.retried.Forget(key)
	return true
}

func (c *lists) nextKept(ctx context.Context) bool {
	key, quit := c.kept.Get()
	if quit {
		return false
	}
	defer c.kept.Done(key)
	if err := c.sync(ctx, key); err != nil {
		c.kept.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
	}
	return true
}

func (c *lists) run(ctx context.Context) {
	for _, next := range []func(context.Context) bool{c.nextPolled, c.nextRetried, c.nextKept} {
		go wait.UntilWithContext(ctx, func(ctx context.Context) {
			for next(ctx) {
			}
		}, time.Second)
	}
}

// tallies has workers that know of no failure.
type tallies struct {
	queue queue
	count func(string)
}

func newTallies() *tallies {
	return &tallies{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())} // want RL6004:"nothing calls AddRateLimited on this queue"
}

func (c *tallies) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.count(key)
	return true
}

// pollers has workers that know of no failure either, and bring their items back in a while.
type pollers struct {
	queue queue
	count func(string)
}

func newPollers() *pollers {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return &pollers{queue: workqueue.NewTypedRateLimitingQueue(limiter)} // want RL6004:"nothing calls AddRateLimited on this queue"
}

func (c *pollers) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	c.count(key)
	c.queue.AddAfter(key, time.Minute)
	return true
}
