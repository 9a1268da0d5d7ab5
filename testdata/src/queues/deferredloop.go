package queues

import "k8s.io/client-go/util/workqueue"

// late gets its items from whoever calls it, and defers Done in a loop that nothing ends.
type late struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (c *late) work(items <-chan string, resync <-chan struct{}) {
	for {
		select {
		case <-resync:
			break // the select
		case key := <-items:
			defer c.queue.Done(key) // want RL6001:"Done is deferred in a loop without an end"
			if err := work(key); err != nil {
				c.queue.AddRateLimited(key)
				continue
			}
			c.queue.Forget(key)
		}
	}
}

// inTime defers it in a function of its own.
func (c *late) inTime(items <-chan string) {
	for {
		key := <-items
		func() {
			defer c.queue.Done(key)
			_ = work(key)
		}()
	}
}

// batch takes what is there, and then gives all of it back.
func (c *late) batch(items <-chan string) {
	for {
		if c.queue.Len() == 0 {
			return
		}
		key := <-items
		defer c.queue.Done(key)
		_ = work(key)
	}
}

// some takes as many as it was told.
func (c *late) some(items <-chan string, n int) {
	for range n {
		key := <-items
		defer c.queue.Done(key)
		_ = work(key)
	}
}

// one gives back the same item however often it tries.
func (c *late) one(key string) {
	for {
		defer c.queue.Done(key)
		if work(key) == nil {
			return
		}
	}
}

// dryRuns gives nothing back if it only tries things out.
type dryRuns struct {
	queue  workqueue.TypedRateLimitingInterface[string]
	dryRun bool
}

func (c *dryRuns) next() bool {
	key, quit := c.queue.Get() // want RL6001:"does not give the item back with Done"
	if quit {
		return false
	}
	if !c.dryRun {
		defer c.queue.Done(key)
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

// fresh has a pointer to something new for each event.
type fresh struct {
	queue workqueue.TypedRateLimitingInterface[any]
}

func (c *fresh) add(name string) { c.queue.Add(&name) }

func (c *fresh) next() bool {
	item, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(item)
	err := work(*item.(*string))
	if err == nil {
		c.queue.Forget(item)
		return true
	}
	if c.queue.NumRequeues(item) < 5 {
		c.queue.AddRateLimited(item)
		return true
	}
	println(err)
	return true // want RL6003:"no later item is equal to this pointer"
}
