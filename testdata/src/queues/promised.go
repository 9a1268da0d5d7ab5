package queues

import (
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// promised says that it tries again, and only forgets the item.
type promised struct{ queue queue }

func (c *promised) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	err := work(key)
	if err == nil {
		c.queue.Forget(key)
		return true
	}
	if apierrors.IsNotFound(err) {
		fmt.Println("gone, ignoring it", key)
		c.queue.Forget(key)
		return true
	}
	fmt.Println("sync failed, will retry", key, err)
	c.queue.Forget(key) // want RL6008:"the item is dropped after an error, though what is printed says that it is tried again"
	return true
}

// unpromised says that it gives up.
type unpromised struct{ queue queue }

func (c *unpromised) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		fmt.Println("sync failed, will not be retried", key, err)
		c.queue.Forget(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// byResync leaves it to the informer.
type byResync struct{ queue queue }

func (c *byResync) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		fmt.Println("sync failed, will be retried with the next resync", key, err)
		c.queue.Forget(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// keepsIt does try again, and forgets where all went well, as far as it is told.
type keepsIt struct{ queue queue }

func (c *keepsIt) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.mostly(key); err != nil {
		fmt.Println("sync failed, requeuing", key, err)
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *keepsIt) mostly(key string) error {
	if err := work(key); err != nil {
		c.queue.AddRateLimited("other")
		fmt.Println("cannot", key, err)
	}
	return work(key)
}

// comesBack looks at an item each minute, and leaves its failures where they are.
type comesBack struct{ queue queue }

func (c *comesBack) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
		return true
	}
	c.queue.AddAfter(key, time.Minute)
	return true
}

// comesBackSome forgets those that do not come back.
type comesBackSome struct{ queue queue }

func (c *comesBackSome) next() bool {
	key, quit := c.queue.Get() // want RL6003:"an item that succeeds is not forgotten"
	if quit {
		return false
	}
	defer c.queue.Done(key)
	after, err := workFor(key)
	switch {
	case err != nil:
		c.queue.AddRateLimited(key)
	case after > 0:
		c.queue.AddAfter(key, after)
	default:
		c.queue.Forget(key)
	}
	return true
}

func workFor(key string) (time.Duration, error) { return time.Duration(len(key)), work(key) }

// addedTwice adds an item at once, and later too.
type addedTwice struct{ queue queue }

func (c *addedTwice) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func (c *addedTwice) sync(key string) error {
	if err := work(key); err != nil {
		c.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
		return err
	}
	return nil
}
