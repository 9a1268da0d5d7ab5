// Package given has a queue that gets its limiter from whoever makes it.
package given

import (
	"time"

	"k8s.io/client-go/util/workqueue"
)

// Queue has pieces of work.
type Queue struct {
	jobs workqueue.TypedRateLimitingInterface[any]
}

// A Job is one of them.
type Job struct{ Object any }

// New makes a queue.
func New(limiter workqueue.TypedRateLimiter[any]) *Queue {
	return &Queue{jobs: workqueue.NewTypedRateLimitingQueue(limiter)}
}

// Limiter makes a limiter with back-off.
func Limiter() workqueue.TypedRateLimiter[any] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[any](time.Second, time.Minute)
}

// Enqueue adds a piece of work.
func (q *Queue) Enqueue(obj any) {
	q.jobs.AddRateLimited(&Job{Object: obj})
}

// Name adds a name.
func (q *Queue) Name(name string) {
	q.jobs.AddRateLimited(name)
}

// Next handles a piece of work.
func (q *Queue) Next(sync func(any) error) bool {
	item, quit := q.jobs.Get()
	if quit {
		return false
	}
	defer q.jobs.Done(item)
	if err := sync(item); err != nil {
		q.jobs.AddRateLimited(item)
		return true
	}
	q.jobs.Forget(item)
	return true
}

// An Asking queue takes names.
type Asking struct {
	names workqueue.TypedRateLimitingInterface[string]
}

// NewAsking makes a queue that asks its limiter after each error.
func NewAsking(name string, limiter workqueue.TypedRateLimiter[string]) *Asking {
	return &Asking{names: workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

// Next handles a name.
func (q *Asking) Next(sync func(string) error) bool {
	name, quit := q.names.Get()
	if quit {
		return false
	}
	defer q.names.Done(name)
	if err := sync(name); err != nil {
		q.names.AddRateLimited(name)
		return true
	}
	q.names.Forget(name)
	return true
}

// Write notes what is to be written, and adds its place: at once where the queue has no limits, which is for its users to say.
func (q *Asking) Write(unlimited bool, name string) {
	if unlimited {
		q.names.Add("written/" + name)
	} else {
		q.names.AddRateLimited("written/" + name)
	}
}

// A Pair takes names, and groups of names if that is wanted.
type Pair struct{ names, groups *Asking }

// NewPair makes one.
func NewPair(names workqueue.TypedRateLimiter[string], grouped bool, groups workqueue.TypedRateLimiter[string]) *Pair {
	p := &Pair{names: NewAsking("names", names)}
	if grouped {
		p.groups = NewAsking("groups", groups)
	}
	return p
}
