// Package pods has a controller of pods.
package pods

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// A Controller has workers.
type Controller struct {
	q workqueue.TypedInterface[string]
}

// New makes a controller.
func New() *Controller {
	return &Controller{workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: "pods"})}
}

// Start starts its workers.
func (c *Controller) Start(ctx context.Context, workers int) error {
	for range workers {
		go c.work()
	}
	<-ctx.Done()
	return nil
}

func (c *Controller) work() {
	for {
		key, quit := c.q.Get()
		if quit {
			return
		}
		c.q.Done(key)
	}
}
