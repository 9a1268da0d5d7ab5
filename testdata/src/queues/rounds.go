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
