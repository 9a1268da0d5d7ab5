// Package known has constructors of controllers in a table.
package known

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// A Controller has workers.
type Controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// All returns the constructors by name.
func All() map[string]func() *Controller {
	return map[string]func() *Controller{"orders": newOrders, "returns": newReturns}
}

func newOrders() *Controller {
	return &Controller{workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "orders"})}
}

func newReturns() *Controller {
	return &Controller{workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "returns"})}
}

// Run starts the workers.
func (c *Controller) Run(ctx context.Context, workers int) {
	for range workers {
		go func() {
			for {
				key, quit := c.queue.Get()
				if quit {
					return
				}
				c.queue.Done(key)
			}
		}()
	}
	<-ctx.Done()
}
