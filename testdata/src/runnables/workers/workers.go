// Package workers has queues behind interfaces of its own: what starts the workers of one calls no method of client-go's.
package workers

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

// Queue is what a syncer asks for.
type Queue interface {
	Add(key string)
	Run(ctx context.Context, process func(key string) error)
}

type queue struct {
	workqueue.TypedRateLimitingInterface[string]
}

// New returns a queue.
func New(name string) Queue {
	return &queue{workqueue.NewTypedRateLimitingQueueWithConfig(
		workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: name},
	)}
}

func (q *queue) Run(ctx context.Context, process func(key string) error) {
	go wait.UntilWithContext(ctx, func(context.Context) {
		for q.next(process) {
		}
	}, time.Second)
}

func (q *queue) next(process func(key string) error) bool {
	key, shutdown := q.Get()
	if shutdown {
		return false
	}
	defer q.Done(key)
	if err := process(key); err != nil {
		q.AddRateLimited(key)
		return true
	}
	q.Forget(key)
	return true
}
