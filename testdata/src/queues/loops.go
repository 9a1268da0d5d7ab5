package queues

import (
	"context"
	"fmt"
	"k8s.io/client-go/util/workqueue"
)

// loops works on its items in a function literal of the loop.
type loops struct{ queue queue }

func newLoops() *loops {
	return &loops{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *loops) run(ctx context.Context) {
	for {
		obj, shutdown := c.queue.Get()
		if shutdown {
			break
		}
		func() {
			defer c.queue.Done(obj)
			if err := c.process(ctx, obj); err != nil {
				fmt.Println(err)
				c.queue.Add(obj) // want RL6002:"Add after an error"
				return
			}
			fmt.Println("done")
		}()
	}
}

func (c *loops) process(ctx context.Context, key string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return work(key)
}
