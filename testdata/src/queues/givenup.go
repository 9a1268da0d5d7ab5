package queues

import (
	"errors"
	"fmt"
)

// givesUp gives an item up after some errors, and leaves its failures where they are.
type givesUp struct{ queue queue }

func (c *givesUp) next() bool {
	key, quit := c.queue.Get() // want RL6003:"an item that is given up after an error is not forgotten"
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		if c.queue.NumRequeues(key) < 5 {
			c.queue.AddRateLimited(key)
		}
		return true
	}
	c.queue.Forget(key)
	return true
}

// remembers gives an item up as well, and leaves its failures until the object is gone.
type remembers struct{ queue queue }

func (c *remembers) next() bool {
	id, quit := c.queue.Get() // want RL6003:"an item that is given up after an error is not forgotten"
	if quit {
		return false
	}
	defer c.queue.Done(id)
	if err := work(id); err != nil {
		if c.queue.NumRequeues(id) < 5 {
			c.queue.AddRateLimited(id)
		}
		return true
	}
	c.queue.Forget(id)
	return true
}

func (c *remembers) deleted(id string) { c.queue.Forget(id) }

// mostly forgets items that succeed, but for some.
type mostly struct{ queue queue }

func (c *mostly) next() bool {
	name, quit := c.queue.Get() // want RL6003:"an item that succeeds is not forgotten"
	if quit {
		return false
	}
	defer c.queue.Done(name)
	if err := work(name); err != nil {
		c.queue.AddRateLimited(name)
		return true
	}
	if name != "kept" {
		c.queue.Forget(name)
	}
	return true
}

// later decides in a deferred call what becomes of the item: mostly it is added again.
type later struct {
	queue  queue
	report func([]string) error
}

func (c *later) next() bool {
	key, quit := c.queue.Get() // want RL6003:"an item that is given up after an error is not forgotten"
	if quit {
		return false
	}
	defer c.queue.Done(key)
	var results []string
	var err error
	defer func() { c.result(err, key, results) }()
	if err = work(key); err != nil {
		fmt.Println(err)
		return true
	}
	results = append(results, "synced")
	err = work(key + "/status")
	return true
}

func (c *later) result(err error, key string, results []string) {
	if results != nil {
		if err := c.report(results); err != nil {
			fmt.Println(err)
			return
		}
	}
	if err != nil {
		c.queue.AddRateLimited(key)
		return
	}
	c.queue.Forget(key)
}

// toldApart gives items up after one error that it tells from others, and does not forget them.
type toldApart struct {
	queue queue
	none  error
}

func (c *toldApart) next() bool {
	item, quit := c.queue.Get() // want RL6003:"given up after an error"
	if quit {
		return false
	}
	defer c.queue.Done(item)
	err := work(item)
	switch {
	case err == nil:
		c.queue.Forget(item)
	case errors.Is(err, c.none):
	default:
		c.queue.AddRateLimited(item)
	}
	return true
}

// unused looks again, with back-off, at what is still used. It loses what it cannot look at, so that to forget it makes no difference.
type unused struct {
	queue queue
	used  func(string) (bool, error)
}

func (u *unused) run() {
	for {
		key, quit := u.queue.Get() // want RL6001:"does not give the item back with Done"
		if quit {
			return
		}
		if used, err := u.used(key); err != nil {
			println(err.Error())
		} else if used {
			u.queue.Done(key)
			u.queue.AddRateLimited(key)
		} else {
			u.queue.Forget(key)
			u.queue.Done(key)
		}
	}
}
