// Package reports has a controller that programs make and run.
package reports

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// A Controller writes reports.
type Controller interface {
	Name() string
	Run(ctx context.Context)
}

type controller struct {
	name  string
	queue workqueue.TypedRateLimitingInterface[string]
}

// New returns a controller.
func New(name string) Controller {
	return &controller{
		name:  name,
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
}

func (c *controller) Name() string { return c.name }

func (c *controller) Run(ctx context.Context) {
	go func() {
		for {
			key, shutdown := c.queue.Get()
			if shutdown {
				return
			}
			if c.write(key) {
				c.queue.Forget(key)
			} else {
				c.queue.AddRateLimited(key)
			}
			c.queue.Done(key)
		}
	}()
	<-ctx.Done()
}

func (c *controller) write(key string) bool { return key != "" }
