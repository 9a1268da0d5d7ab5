package queues

import "k8s.io/client-go/util/workqueue"

// A poller takes an item, looks at it and adds it again, whatever came of it.
type poller struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (p *poller) poll() {
	key, shutdown := p.queue.Get()
	if shutdown {
		return
	}
	defer p.queue.Done(key)
	if err := check(key); err != nil {
		println(err.Error())
	}
	p.queue.Add(key)
}

// A retrier adds an item again only after an error.
type retrier struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (r *retrier) retry() {
	key, shutdown := r.queue.Get()
	if shutdown {
		return
	}
	defer r.queue.Done(key)
	if err := check(key); err != nil {
		r.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
		return
	}
	r.queue.Forget(key)
}
