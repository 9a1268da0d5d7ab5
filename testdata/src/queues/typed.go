package queues

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

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
	item, quit := p.queue.Get() // want RL6001:"the way that ends at line 49 does not give the item back"
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

// A tracer's items have the object itself beside what happened to it.
type tracer struct {
	queue workqueue.TypedInterface[happened]
}

type happened struct {
	what string
	pod  *corev1.Pod
}

func newTracer() *tracer { return &tracer{queue: workqueue.NewTyped[happened]()} }

func (t *tracer) watch(informer cache.SharedIndexInformer) {
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(_, obj any) {
		t.queue.Add(happened{"update", obj.(*corev1.Pod)}) // want RL6007:"the key is of type happened with the object itself in pod, so that two keys for one object are not equal"
	}})
}

func (t *tracer) next() bool {
	item, quit := t.queue.Get()
	if quit {
		return false
	}
	defer t.queue.Done(item)
	println(item.what, item.pod.Name)
	return true
}
