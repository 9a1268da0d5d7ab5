package queues

import "k8s.io/client-go/util/workqueue"

// A source is a queue behind an interface with names of its own.
type source interface {
	Pop() (string, bool)
	Finish(string)
	Again(string)
	Good(string)
	Push(string)
}

type popped struct{ inner queue }

func (w *popped) Pop() (string, bool) { return w.inner.Get() }
func (w *popped) Finish(k string)     { w.inner.Done(k) }
func (w *popped) Again(k string)      { w.inner.AddRateLimited(k) }
func (w *popped) Good(k string)       { w.inner.Forget(k) }
func (w *popped) Push(k string)       { w.inner.Add(k) }

func newSource() source {
	return &popped{workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

// behind does not give its item back after an error: what a type of the program does with a queue for others is not followed.
type behind struct{ source source }

func newBehind() *behind { return &behind{newSource()} }

func (c *behind) next() bool {
	key, quit := c.source.Pop()
	if quit {
		return false
	}
	if err := work(key); err != nil {
		c.source.Push(key)
		return true
	}
	c.source.Good(key)
	c.source.Finish(key)
	return true
}

// A tryer has some of a queue's methods: what it is given is the queue.
type tryer interface{ AddRateLimited(string) }

type parted struct {
	queue queue
	again tryer
}

func newParted() *parted {
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	return &parted{queue: q, again: q}
}

func (c *parted) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.again.AddRateLimited(key)
	} else {
		c.queue.Forget(key)
	}
	return true
}

// methodValue has a queue's method in a field.
type methodValue struct {
	queue queue
	again func(string)
}

func newMethodValue() *methodValue {
	q := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	return &methodValue{queue: q, again: q.AddRateLimited}
}

func (c *methodValue) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := work(key); err != nil {
		c.again(key)
	} else {
		c.queue.Forget(key)
	}
	return true
}
