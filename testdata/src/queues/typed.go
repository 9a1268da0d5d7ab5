package queues

import "k8s.io/client-go/util/workqueue"

// A pairer expects items of one type, which all are that are added.
type pairer struct {
	queue workqueue.TypedRateLimitingInterface[any]
	sync  func(*pair) error
}

type pair struct{ left, right string }

func newPairer(sync func(*pair) error) *pairer {
	return &pairer{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[any]()), sync: sync}
}

func (p *pairer) worker() {
	for {
		item, quit := p.queue.Get()
		if quit {
			return
		}
		switch item := item.(type) {
		case *pair:
			if err := p.sync(item); err != nil {
				p.queue.AddRateLimited(item)
			} else {
				p.queue.Forget(item)
			}
			p.queue.Done(item)
		}
	}
}

func (p *pairer) checks() bool {
	item, quit := p.queue.Get() // want RL6001:"the way that ends at line 45 does not give the item back"
	if quit {
		return false
	}
	one, ok := item.(*pair)
	if !ok {
		return true
	}
	if one.left == "" { // the item is as it should be, and is not given back
		return true
	}
	p.queue.Done(item)
	p.queue.Forget(item)
	return true
}

// A sorter's queue has items of one type: that an item is not of it cannot be.
type sorter struct {
	queue workqueue.TypedRateLimitingInterface[string]
	sync  func(string) error
}

func (s *sorter) next() bool {
	item, quit := s.queue.Get()
	if quit {
		return false
	}
	_ = func(item any) error {
		key, ok := item.(string)
		if !ok {
			s.queue.Forget("")
			return nil
		}
		defer s.queue.Done(key)
		if err := s.sync(key); err != nil {
			s.queue.AddRateLimited(key)
			return err
		}
		s.queue.Forget(key)
		return nil
	}(item)
	return true
}
