// Package metered has the queues of the program's controllers.
package metered

import "k8s.io/client-go/util/workqueue"

// NewQueue makes a queue whose length is measured.
func NewQueue(name string) workqueue.TypedRateLimitingInterface[string] {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: name})
}
