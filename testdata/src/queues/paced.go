package queues

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// paced has a queue whose items come back as another limiter says: nobody misses AddRateLimited.
type paced struct {
	queue queue
	pace  workqueue.TypedRateLimiter[string]
}

func newPaced() *paced {
	return &paced{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		pace:  workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
	}
}

func (c *paced) next(ctx context.Context, sync func(context.Context, string) error) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := sync(ctx, key); err != nil {
		c.queue.AddAfter(key, c.pace.When(key))
		return true
	}
	c.pace.Forget(key)
	return true
}
