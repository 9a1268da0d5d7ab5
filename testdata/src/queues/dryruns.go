package queues

import "k8s.io/client-go/util/workqueue"

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
