package simulation

import (
	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// bucketOf returns the bucket of a queue.
func bucketOf(b Bucket) workqueue.TypedRateLimiter[reconcile.Request] {
	return &workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(rate.Limit(b.Rate), int(b.Burst))}
}
