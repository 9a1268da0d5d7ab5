// Command queuekeptlit has a worker that keeps what takes an item for later: the worker has ended where that is followed, which makes a
// queue for each item.
package main

import (
	"context"
	"errors"

	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.TypedRateLimitingInterface[string]
	later map[string]func()
}

func (c *controller) keep(name string) {
	c.later[name] = func() { serve(c.queue, start) }
}

// start makes a controller for an item.
func start(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	inner := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	inner.Add(key)
	go serve(inner, func(string) error { return nil })
	return nil
}

func serve(queue workqueue.TypedRateLimitingInterface[string], work func(string) error) {
	key, quit := queue.Get()
	if quit {
		return
	}
	defer queue.Done(key)
	if err := work(key); err != nil {
		queue.AddRateLimited(key)
		return
	}
	queue.Forget(key)
}

func main() {
	c := &controller{
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		later: map[string]func(){},
	}
	go c.keep("a")
	<-context.Background().Done()
}
