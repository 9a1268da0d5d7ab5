package queues

import (
	"errors"

	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var errEmpty = errors.New("the pool is empty")

// A thing is what a pool holds.
type thing struct{ name string }

// pool has a queue of things that are ready. Who needs one takes it out for good.
type pool struct {
	ready workqueue.TypedDelayingInterface[string]
	next  func() (*thing, error)
	good  func(*thing) bool
}

func (p *pool) choose() (string, *thing, error) {
	for {
		key, quit := p.ready.Get() // want RL6001:"the way that ends at line"
		if quit {
			return "", nil, errEmpty
		}
		found, err := p.next()
		if err != nil {
			p.ready.Done(key)
			return "", nil, err
		}
		if err := work("all"); err != nil {
			return "", nil, err // forgotten
		}
		if p.good(found) {
			return key, found, nil
		}
		p.ready.Done(key)
	}
}

// use hears of an error, and has no item then.
func (p *pool) use() (*thing, error) {
	key, found, err := p.choose()
	if err != nil {
		return nil, err
	}
	p.ready.Done(key)
	if err := work(found.name); err != nil {
		return nil, err
	}
	return found, nil
}

// listed reads its objects from a lister, whose only error is that there is none.
type listed struct {
	queue queue
	pods  corelisters.PodLister
}

func (c *listed) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	namespace, name, _ := cache.SplitMetaNamespaceKey(key)
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil {
		c.queue.Forget(key)
		return true
	}
	if _, err := c.pods.Pods(namespace).Get(pod.Name + "-2"); err != nil {
		return true // want RL6003:"the worker returns without Forget"
	}
	if err := work(key); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}
