// Command perkey makes, for each key of its queue, a controller with a queue of its own, through a function in a field.
package main

import (
	"context"
	"errors"
	"flag"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

type starter interface{ Start(ctx context.Context) }

type worker interface {
	Start(ctx context.Context, n int)
}

type inner struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func newInner(name string) *inner {
	return &inner{queue: workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

func (i *inner) Start(ctx context.Context, n int) {
	for range n {
		go wait.UntilWithContext(ctx, i.work, time.Second)
	}
	<-ctx.Done()
}

func (i *inner) work(ctx context.Context) {
	for i.next(ctx) {
	}
}

func (i *inner) next(ctx context.Context) bool {
	key, quit := i.queue.Get()
	if quit {
		return false
	}
	defer i.queue.Done(key)
	if key == "" {
		i.queue.AddRateLimited(key)
		return true
	}
	i.queue.Forget(key)
	return true
}

type cluster struct {
	first, second worker
}

func newCluster(key string) (*cluster, error) {
	if key == "" {
		return nil, errors.New("no key")
	}
	return &cluster{first: newInner("first"), second: newInner("second")}, nil
}

func (c *cluster) Start(ctx context.Context) {
	if err := wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		select {
		case <-ctx.Done():
			return false, nil
		default:
			return true, nil
		}
	}); err != nil {
		return
	}
	go c.first.Start(ctx, 2)
	go c.second.Start(ctx, 3)
	<-ctx.Done()
}

type reconciler struct {
	running    map[string]starter
	newCluster func(key string) (starter, error)
}

func (r *reconciler) start(ctx context.Context, key string) error {
	if _, found := r.running[key]; found {
		return nil
	}
	c, err := r.newCluster(key)
	if err != nil {
		return err
	}
	r.running[key] = c // want RL4011:"writes into the map reconciler.running without a lock"
	go c.Start(ctx)
	return nil
}

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
	reconciler
}

func (c *controller) Start(ctx context.Context, n int) {
	for range n {
		go wait.UntilWithContext(ctx, c.work, time.Second)
	}
	<-ctx.Done()
}

func (c *controller) work(ctx context.Context) {
	for c.next(ctx) {
	}
}

func (c *controller) next(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.start(ctx, key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// refusing is a controller of the same type that makes none.
func refusing() *controller {
	return &controller{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		reconciler: reconciler{running: map[string]starter{}, newCluster: func(key string) (starter, error) {
			return nil, errors.New("no cluster for " + key)
		}},
	}
}

func main() {
	workers := flag.Int("workers", 4, "")
	flag.Parse()
	c := &controller{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		reconciler: reconciler{running: map[string]starter{}, newCluster: func(key string) (starter, error) {
			return newCluster(key)
		}},
	}
	go refusing().Start(context.Background(), 1)
	c.Start(context.Background(), *workers)
}
