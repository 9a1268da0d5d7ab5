//go:build go1.25

package test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// exercise does with a queue what a controller does.
func exercise(q workqueue.TypedRateLimitingInterface[reconcile.Request]) {
	for i, name := range []string{"a", "b", "a", "c", "d", "b"} {
		simulation.AddWithPriority(q, simulation.Request(name), []int{0, -100, 0, 7, 0, 3}[i])
	}
	time.Sleep(1300 * time.Millisecond)
	for _, work := range []time.Duration{200 * time.Millisecond, 3 * time.Second, 10 * time.Millisecond} {
		request, _ := q.Get()
		time.Sleep(work)
		q.Forget(request)
		q.Done(request)
	}
	q.AddAfter(simulation.Request("e"), 1500*time.Millisecond)
	time.Sleep(700 * time.Millisecond)
	_, _ = q.Get() // is in work for the rest of the time
	time.Sleep(5400 * time.Millisecond)
}

// The limited queue that heeds priorities has the metrics of the priority queue of
// controller-runtime, of the version that this is built with.
func TestQueueHasTheMetricsOfTheirs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := ratelimiter.New(1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		limited, err := ratelimiter.NewReconciler("metered",
			reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return reconcile.Result{}, nil }), limits)
		if err != nil {
			t.Fatal(err)
		}
		backOff := func() workqueue.TypedRateLimiter[reconcile.Request] {
			return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
		}
		theirs := priorityqueue.New("metered, theirs", func(o *priorityqueue.Opts[reconcile.Request]) { o.RateLimiter = backOff() })
		exercise(theirs)
		want, err := simulation.QueueMetrics("metered, theirs")
		if err != nil {
			t.Fatal(err)
		}
		ours := priority.ControllerOptions(limited).NewQueue("metered, ours", backOff())
		exercise(ours)
		got, err := simulation.QueueMetrics("metered, ours")
		if err != nil {
			t.Fatal(err)
		}
		if len(want) < 7 {
			t.Fatalf("the priority queue has %d series", len(want))
		}
		if !slices.Equal(got, want) {
			t.Errorf("the limited queue has\n%s\nand the priority queue\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		ours.ShutDown()
		theirs.ShutDown()
		time.Sleep(time.Second)
	})
}
