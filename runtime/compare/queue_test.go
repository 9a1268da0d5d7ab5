package compare

import (
	"context"
	"fmt"
	"testing"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

type queueOf = workqueue.TypedRateLimitingInterface[reconcile.Request]

// limitedQueue returns the queue of a controller whose limiter lets all through.
func limitedQueue(b *testing.B, name string) queueOf {
	limits, err := ratelimiter.New(plenty)
	if err != nil {
		b.Fatal(err)
	}
	inner := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		return reconcile.Result{}, nil
	})
	r, err := ratelimiter.NewReconciler(name, inner, limits)
	if err != nil {
		b.Fatal(err)
	}
	return r.ControllerOptions().NewQueue(name, nil)
}

// BenchmarkQueue is the cost of Add, Get and Done in a queue that always holds that
// many requests: this library's, with tokens for all, beside the two of
// controller-runtime, each with its metrics. times-plain and times-priority compare
// it with theirs in the same run.
func BenchmarkQueue(b *testing.B) {
	for _, held := range []int{1, 100_000} {
		b.Run(fmt.Sprint("held=", held), func(b *testing.B) {
			requests := simulation.Objects("object", held+1)
			run := func(q queueOf, n int) time.Duration {
				defer q.ShutDown()
				for _, r := range requests[:held] {
					q.Add(r)
				}
				next := requests[held]
				began := time.Now()
				for range n {
					q.Add(next)
					next, _ = q.Get()
					q.Done(next)
				}
				return time.Since(began)
			}
			b.ReportAllocs()
			b.ResetTimer()
			ours := run(limitedQueue(b, fmt.Sprint("limited-", held, "-", b.N)), b.N)
			b.StopTimer()
			plain := run(workqueue.NewTypedRateLimitingQueueWithConfig(
				workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](),
				workqueue.TypedRateLimitingQueueConfig[reconcile.Request]{Name: fmt.Sprint("plain-", held)}), b.N)
			priority := run(priorityqueue.New[reconcile.Request](fmt.Sprint("priority-", held)), b.N)
			b.ReportMetric(float64(ours)/float64(plain), "times-plain")
			b.ReportMetric(float64(ours)/float64(priority), "times-priority")
		})
	}
}
