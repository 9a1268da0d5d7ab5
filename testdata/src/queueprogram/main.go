//go:build !cr19

// Command queueprogram runs controllers that are made by hand on queues.
package main

import (
	"context"
	"flag"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

var workers = flag.Int("workers", 5, "")

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// newController is the program's own helper: its queues stand where it is called.
func newController(name string) *controller {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return &controller{workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

func (c *controller) run(ctx context.Context, n int) {
	for i := 0; i < n; i++ {
		go wait.UntilWithContext(ctx, c.work, time.Second)
	}
	<-ctx.Done()
}

func (c *controller) work(ctx context.Context) {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if key == "" {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func main() {
	flag.Parse()
	ctx := context.Background()
	go newController("pods").run(ctx, 2)
	go newController("nodes").run(ctx, *workers)

	own := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
	slow := &controller{workqueue.NewTypedRateLimitingQueue[string](own)}
	for range *workers {
		go slow.work(ctx)
	}

	plain := workqueue.NewTyped[string]()
	var group errgroup.Group
	group.Go(func() error {
		for {
			key, quit := plain.Get()
			if quit {
				return nil
			}
			plain.Done(key)
		}
	})
	group.Go(func() error { return ctx.Err() })
	_ = group.Wait() // want RL4007:"the error of group.Wait is thrown away"

	var quiet errgroup.Group
	quiet.Go(func() error {
		slow.work(ctx)
		return nil
	})
	_ = quiet.Wait() // in which nothing fails
}
