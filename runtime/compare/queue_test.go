package compare

import (
	"context"
	"fmt"
	"testing"

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
// it with theirs, by turns.
func BenchmarkQueue(b *testing.B) {
	for _, held := range []int{1, 100_000} {
		b.Run(fmt.Sprint("held=", held), func(b *testing.B) {
			requests := simulation.Objects("object", held+1)
			round := func(q queueOf) func() {
				b.Cleanup(q.ShutDown)
				for _, r := range requests[:held] {
					q.Add(r)
				}
				next := requests[held]
				return func() {
					q.Add(next)
					next, _ = q.Get()
					q.Done(next)
				}
			}
			ours := round(limitedQueue(b, fmt.Sprint("limited-", held)))
			plain := round(workqueue.NewTypedRateLimitingQueueWithConfig(
				workqueue.DefaultTypedControllerRateLimiter[reconcile.Request](),
				workqueue.TypedRateLimitingQueueConfig[reconcile.Request]{Name: fmt.Sprint("plain-", held)}))
			b.ReportAllocs()
			for b.Loop() {
				ours()
			}
			b.ReportMetric(timesAs(ours, plain), "times-plain")
			// Not before, because it has a goroutine.
			priority := round(priorityqueue.New[reconcile.Request](fmt.Sprint("priority-", held)))
			b.ReportMetric(timesAs(ours, priority), "times-priority")
		})
	}
}
