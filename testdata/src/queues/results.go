package queues

// states says by one of several values what became of an item.
type states struct{ queue queue }

type state int

const (
	succeeded state = iota
	failing
	repeated
)

func (c *states) run(work func(string) state, all []string) {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		switch work(key) {
		case succeeded:
			c.queue.Forget(key)
		case failing:
			c.queue.AddRateLimited(key)
		case repeated:
			c.queue.Forget(key)
			for _, key := range all {
				c.queue.Add(key)
			}
		}
		c.queue.Done(key)
	}
}

// hidden keeps its queue behind methods of its own.
type hidden struct{ queue queue }

func (w *hidden) get() (string, bool) {
	key, quit := w.queue.Get()
	if quit {
		return "", true
	}
	return key, false
}

func (w *hidden) next(work func(string) error) bool {
	key, quit := w.get()
	if quit {
		return false
	}
	defer w.queue.Done(key)
	if err := work(key); err != nil {
		w.queue.AddRateLimited(key)
		return true
	}
	w.queue.Forget(key)
	return true
}
