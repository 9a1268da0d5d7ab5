// Package framework runs the workers of a program.
package framework

import (
	"context"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
)

// A Syncer brings what a key stands for to where it should be.
type Syncer interface {
	Sync(ctx context.Context, namespace, name string) error
	Describe() string
}

// A Runner takes keys from its queue.
type Runner struct {
	Queue  workqueue.TypedRateLimitingInterface[[2]string]
	Syncer Syncer
}

// Run does so until the queue is shut down.
func (r *Runner) Run(ctx context.Context) {
	for r.next(ctx) {
	}
}

func (r *Runner) next(ctx context.Context) bool {
	key, quit := r.Queue.Get()
	if quit {
		return false
	}
	defer r.Queue.Done(key)
	if err := r.Syncer.Sync(ctx, key[0], key[1]); err != nil {
		r.Queue.AddRateLimited(key)
		return true
	}
	r.Queue.Forget(key)
	return true
}

// A Processor brings one object to where it should be.
type Processor interface {
	ProcessItem(ctx context.Context, key types.NamespacedName) error
}

// A Worker has the function that does so.
type Worker struct {
	queue workqueue.TypedRateLimitingInterface[types.NamespacedName]
	sync  func(ctx context.Context, key types.NamespacedName) error
}

// NewWorker makes one for a processor, before which it may set something up.
func NewWorker(queue workqueue.TypedRateLimitingInterface[types.NamespacedName], p Processor) *Worker {
	return &Worker{queue: queue, sync: p.ProcessItem}
}

// Run does so until the queue is shut down.
func (w *Worker) Run(ctx context.Context) {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		if err := w.sync(ctx, key); err != nil {
			w.queue.AddRateLimited(key)
		} else {
			w.queue.Forget(key)
		}
		w.queue.Done(key)
	}
}
