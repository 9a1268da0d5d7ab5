// Package nodes has a queue for each node.
package nodes

import (
	"sync"

	"k8s.io/client-go/util/workqueue"
)

// Queues are the queues of all nodes.
type Queues struct{ pool sync.Map }

// Of returns the queue of a node.
func (q *Queues) Of(node string) workqueue.TypedRateLimitingInterface[string] {
	if have, ok := q.pool.Load(node); ok {
		return have.(workqueue.TypedRateLimitingInterface[string])
	}
	made := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	q.pool.Store(node, made)
	return made
}

// Metered returns a queue with the limiter, which the package counts.
func (q *Queues) Metered(limiter workqueue.TypedRateLimiter[string], name string) workqueue.TypedRateLimitingInterface[string] {
	made := workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: name})
	q.pool.Store(name, made)
	return made
}
