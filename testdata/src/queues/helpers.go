package queues

import (
	"errors"
	"log"
)

// tellsOf has a helper that takes an item, does all that is due, and says which item that was.
type tellsOf struct {
	queue queue
	count int
}

func (c *tellsOf) process() (string, error) {
	key, _ := c.queue.Get()
	err := work(key)
	c.queue.Done(key)
	if err != nil {
		c.queue.AddRateLimited(key)
		return key, err
	}
	c.queue.Forget(key)
	return key, nil
}

func (c *tellsOf) run() {
	for {
		key, err := c.process()
		if err != nil {
			log.Printf("%s: %v", key, err)
		}
		c.count++
	}
}

// leavesRetry has a helper that gives the item back, and retries it by itself.
type leavesRetry struct{ queue queue }

func (c *leavesRetry) process() (key string, err error) {
	key, quit := c.queue.Get()
	if quit {
		return "", errEmpty
	}
	defer c.queue.Done(key)
	return key, work(key)
}

func (c *leavesRetry) run() {
	for {
		key, err := c.process()
		switch {
		case errors.Is(err, errEmpty):
			return
		case err != nil:
			c.queue.AddRateLimited(key)
		default:
			c.queue.Forget(key)
		}
	}
}

// A report says what came of the work.
type report struct{ done bool }

// reports has a helper that retries an item, and returns no report of it then.
type reports struct{ queue queue }

func (c *reports) sync(key string) *report {
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return nil
	}
	if err := work(key + "/status"); err != nil {
		c.queue.AddRateLimited(key)
		return nil
	}
	return &report{done: true}
}

func (c *reports) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	rc := c.sync(key)
	if rc == nil {
		return true
	}
	c.queue.Forget(key)
	return true
}

// forgetsThen has such a helper, and forgets the item in each case.
type forgetsThen struct{ queue queue }

func (c *forgetsThen) sync(key string) *report {
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return nil
	}
	return &report{done: true}
}

func (c *forgetsThen) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if rc := c.sync(key); rc == nil {
		log.Print("there is no report")
	}
	c.queue.Forget(key) // want RL6002:"Forget takes back"
	return true
}
