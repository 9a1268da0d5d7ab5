//go:build go1.25

package ratelimiter

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// exercise does with a queue what a controller does, with requests that succeed, fail, come
// back, merge and are in work for a long time.
func exercise(q workqueue.TypedRateLimitingInterface[string]) {
	handle := func(work time.Duration, then func(string)) {
		request, _ := q.Get()
		time.Sleep(work)
		then(request)
		q.Done(request)
	}
	forget := func(request string) { q.Forget(request) }
	for _, request := range []string{"a", "b", "a", "c", "d"} {
		q.Add(request)
	}
	time.Sleep(1300 * time.Millisecond)
	handle(200*time.Millisecond, forget)
	handle(3*time.Second, func(request string) { q.AddRateLimited(request) })
	handle(10*time.Millisecond, func(request string) { q.Forget(request); q.AddAfter(request, 2*time.Second) })
	handle(10*time.Millisecond, func(request string) { q.Add(request) })
	q.AddAfter("e", 1500*time.Millisecond)
	time.Sleep(700 * time.Millisecond)
	_, _ = q.Get() // is in work for the rest of the time
	time.Sleep(5400 * time.Millisecond)
}

// The limited queue has the metrics of controller-runtime's own, of the version that this is
// built with: the same series with the same values after the same history.
func TestQueueHasTheMetricsOfTheirs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		backOff := func() workqueue.TypedRateLimiter[string] {
			return workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
		}
		theirs := workqueue.NewTypedRateLimitingQueueWithConfig(backOff(),
			workqueue.TypedRateLimitingQueueConfig[string]{Name: "metered, theirs"})
		exercise(theirs)
		want, err := simulation.QueueMetrics("metered, theirs")
		if err != nil {
			t.Fatal(err)
		}
		ours := newQueue("metered, ours", mustShare(t, mustLimiter(t, maxRate, maxBurst), "metered", 1), backOff())
		exercise(ours)
		got, err := simulation.QueueMetrics("metered, ours")
		if err != nil {
			t.Fatal(err)
		}
		if len(want) < 7 {
			t.Fatalf("controller-runtime's own queue has %d series", len(want))
		}
		if !slices.Equal(got, want) {
			t.Errorf("the limited queue has\n%s\nand controller-runtime's own\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		theirs.ShutDown()
		ours.ShutDown()
		time.Sleep(time.Second)
	})
}
