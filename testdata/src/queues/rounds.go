//go:build !cr19

package queues

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

type temporary struct{ error }

type created struct{ name string }

type deleted struct{ name string }

// events takes its items with a function of its own that also tells when there are none and what came of the work. It tries
// again at once, as often as a counter says that nothing counts.
type events struct {
	queue workqueue.TypedRateLimitingInterface[any]
	limit int
}

func newEvents() *events {
	return &events{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]()), limit: 3}
}

func (c *events) work(name string) error {
	if name == "" {
		return temporary{errors.New("not yet")}
	}
	return work(name)
}

func (c *events) next(context.Context) (bool, any, error) {
	event, done := c.queue.Get()
	if event != nil {
		fmt.Println("received", event)
	} else if done {
		fmt.Println("stop")
	}
	var err error
	switch ev := event.(type) {
	case *created:
		err = c.work(ev.name)
	case *deleted:
		err = c.work(ev.name)
	default:
		if ev != nil || !done {
			fmt.Println("unknown")
		}
	}
	return done, event, err
}

func (c *events) run(ctx context.Context) {
	for {
		done, event, err := c.next(ctx)
		c.queue.Done(event)
		if err == nil {
			c.queue.Forget(event)
		} else {
			switch e := err.(type) {
			case temporary:
				if c.queue.NumRequeues(event) < c.limit && !done {
					c.queue.Add(event) // want RL6002:"Add after an error puts the item back at once"
				} else {
					c.queue.Forget(event)
				}
			default:
				fmt.Println(e)
			}
		}
		if done {
			return
		}
	}
}

// certain makes errors itself, so that it is known which way has one.
type certain struct {
	queue workqueue.TypedRateLimitingInterface[any]
	ready func(string) bool
}

func newCertain(ready func(string) bool) *certain {
	return &certain{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]()), ready}
}

func (c *certain) again(key any) { c.queue.AddRateLimited(key) }

func (c *certain) sync(key string) error {
	if !c.ready(key) {
		return errors.New("not ready")
	}
	c.queue.Add("other")
	return nil
}

func (c *certain) next() (any, bool, error) {
	key, quit := c.queue.Get()
	if quit {
		return nil, true, nil
	}
	name, _ := key.(string)
	if !c.ready(name) {
		return key, false, errors.New("not ready")
	}
	return key, false, nil
}

func (c *certain) run() {
	for {
		key, quit, err := c.next()
		if quit {
			return
		}
		if err != nil {
			c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func (c *certain) once() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync("one"); err != nil {
		fmt.Println(err)
		return true // want RL6008:"the item is dropped after an error"
	}
	c.queue.Forget(key)
	return true
}
