// Package settle has a queue that gives items back by itself.
package settle

import "k8s.io/client-go/util/workqueue"

// Queue is a queue with a method that ends the work on an item.
type Queue struct {
	workqueue.TypedRateLimitingInterface[string]
}

// Settle ends the work on an item.
func (q *Queue) Settle(key string, err error) {
	if err != nil {
		q.AddRateLimited(key)
	} else {
		q.Forget(key)
	}
	q.Done(key)
}
