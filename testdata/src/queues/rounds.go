//go:build !cr19

package queues

import (
	"errors"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

// certain makes errors itself, so that it is known which way has one. What becomes of an item that its own method takes is not followed.
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
			c.queue.Add(key)
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
