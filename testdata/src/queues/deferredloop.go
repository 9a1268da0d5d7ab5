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
func (c *late) some(items <-chan string, stop func() bool) {
	for {
		key := <-items
		defer c.queue.Done(key)
		if work(key) != nil || stop() {
			break
		}
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
