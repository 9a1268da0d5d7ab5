package queues

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/runtime"
)

// batches takes some items, works on them together and gives them back then.
type batches struct {
	queue queue
	apply func([]string) error
}

func (b *batches) run() {
	var batch []string
	for {
		key, quit := b.queue.Get()
		if quit {
			return
		}
		batch = append(batch, key)
		if len(batch) < 10 && b.queue.Len() > 0 {
			continue
		}
		err := b.apply(batch)
		for _, done := range batch {
			if err != nil {
				b.queue.AddRateLimited(done)
			} else {
				b.queue.Forget(done)
			}
			b.queue.Done(done)
		}
		batch = nil
	}
}

// pending notes what it has, for another goroutine that gives it back.
type pending struct {
	queue queue
	now   map[string]bool
}

func (p *pending) next() bool {
	key, quit := p.queue.Get()
	if quit {
		return false
	}
	p.now[key] = true
	return true
}

func (p *pending) finish() {
	for key := range p.now {
		p.queue.Done(key)
	}
}

// invalid says of keys that are wrong that they are; no other try mends them.
type invalid struct{ queue queue }

func (c *invalid) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	parts := strings.Split(key, "/")
	if len(parts) != 2 {
		runtime.HandleError(fmt.Errorf("key %q has no namespace", key))
		return true
	}
	if err := check(parts[0]); err != nil {
		runtime.HandleError(fmt.Errorf("invalid key %q: %w", key, err))
		return true
	}
	if err := work(key); err != nil {
		runtime.HandleError(fmt.Errorf("cannot work on %q: %w", key, err))
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}

func check(namespace string) error {
	if namespace == "" {
		return fmt.Errorf("no namespace")
	}
	return nil
}
