package queues

import "k8s.io/client-go/util/workqueue"

import "log"

// A taskQueue calls a function for each item, which adds it again where it fails.
type taskQueue struct {
	queue queue
	sync  func(string)
}

func newTaskQueue(sync func(string)) *taskQueue {
	return &taskQueue{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()), sync: sync}
}

func (t *taskQueue) worker() {
	for {
		key, quit := t.queue.Get()
		if quit {
			return
		}
		t.sync(key)
		t.queue.Done(key)
	}
}

func (t *taskQueue) requeue(key string, err error) {
	log.Print(err)
	t.queue.Add(key) // want RL6002:"Add after an error puts the item back at once"
}

// A balancer hands a method of its own to its queue.
type balancer struct {
	tasks  *taskQueue
	errors int
}

func newBalancer() *balancer {
	b := &balancer{}
	b.tasks = newTaskQueue(b.sync)
	return b
}

func (b *balancer) sync(key string) {
	if err := work(key); err != nil {
		b.errors++
		b.tasks.requeue(key, err)
	}
}

// A settledQueue leaves to one of two functions what it does with its items, and both do right.
type settledQueue struct {
	queue queue
	sync  func(string)
}

func newSettledQueue(fast bool) *settledQueue {
	s := &settledQueue{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
	s.sync = func(key string) {
		if work(key) != nil {
			s.queue.AddRateLimited(key)
			return
		}
		s.queue.Forget(key)
	}
	if fast {
		s.sync = s.once
	}
	return s
}

func (s *settledQueue) once(key string) { s.queue.Forget(key) }

func (s *settledQueue) worker() {
	for key, quit := s.queue.Get(); !quit; key, quit = s.queue.Get() {
		s.sync(key)
		s.queue.Done(key)
	}
}

// A reporter has a method of an interface for its items, and one that has nothing to do with queues.
type reporter struct {
	queue  queue
	sync   func(string) error
	report func(string)
}

type syncer interface{ sync(string) error }

func newReporter(s syncer) *reporter {
	return &reporter{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()), sync: s.sync, report: func(key string) { log.Print(key) }}
}

func (r *reporter) worker() {
	for key, quit := r.queue.Get(); !quit; key, quit = r.queue.Get() {
		if r.sync(key) != nil {
			r.queue.AddRateLimited(key)
		} else {
			r.queue.Forget(key)
		}
		r.report(key)
		r.queue.Done(key)
	}
}
