// Package tasks keeps tasks in a queue that it does not hand out.
package tasks

import (
	"time"

	"k8s.io/client-go/util/workqueue"
)

// Tasks are the names of what is to be done.
type Tasks struct {
	queue workqueue.TypedRateLimitingInterface[string]
	most  int
}

// New returns tasks that are tried again so often, or for ever.
func New(name string, most int) *Tasks {
	return &Tasks{
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
			workqueue.TypedRateLimitingQueueConfig[string]{Name: name},
		),
		most: most,
	}
}

// Add adds a task.
func (t *Tasks) Add(task string) { t.queue.Add(task) }

// AddRateLimited adds a task that failed, unless it did so too often.
func (t *Tasks) AddRateLimited(task string) {
	if t.most > 0 && t.NumRequeues(task) > t.most {
		return
	}
	t.queue.AddRateLimited(task)
}

// Get waits for a task.
func (t *Tasks) Get() (string, bool) {
	task, shutdown := t.queue.Get()
	if task == "" {
		return "", true
	}
	return task, shutdown
}

// Done gives a task back.
func (t *Tasks) Done(task string) { t.queue.Done(task) }

// NumRequeues is how often a task failed.
func (t *Tasks) NumRequeues(task string) int { return t.queue.NumRequeues(task) }

// Forget forgets that a task failed.
func (t *Tasks) Forget(task string) { t.queue.Forget(task) }

// Stop ends the queue.
func (t *Tasks) Stop() { t.queue.ShutDown() }

// Tidy are tasks that are forgotten with being given back, so that importers need not do so.
type Tidy struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// Add adds a task.
func (t *Tidy) Add(task string) { t.queue.Add(task) }

// AddRateLimited adds a task that failed.
func (t *Tidy) AddRateLimited(task string) { t.queue.AddRateLimited(task) }

// Get waits for a task.
func (t *Tidy) Get() (string, bool) { return t.queue.Get() }

// Done gives a task back, and forgets it unless it waits for another try.
func (t *Tidy) Done(task string) {
	t.queue.Forget(task)
	t.queue.Done(task)
}
