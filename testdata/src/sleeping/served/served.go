// Package served takes items from queues for those who say what to do with each.
package served

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// Next hands an item of a queue to a function.
func Next(ctx context.Context, queue workqueue.TypedRateLimitingInterface[string], sync func(context.Context, string) error) bool {
	key, quit := queue.Get()
	if quit {
		return false
	}
	defer queue.Done(key)
	if err := sync(ctx, key); err != nil {
		queue.AddRateLimited(key)
		return true
	}
	queue.Forget(key)
	return true
}
