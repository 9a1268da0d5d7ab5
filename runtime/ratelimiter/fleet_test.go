//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// restless has always something to do for an object once it has appeared.
func restless(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{RequeueAfter: time.Millisecond}, nil
}

// reconcileTimeout is the shortest for which a fair share is promised.
const reconcileTimeout = time.Second

// fleet runs n busy controllers for an hour after the burst, of which the first
// has a timeout and one worker, and returns how many reconciles each had in the
// hour.
func fleet(t *testing.T, kind queueKind, n int, timeout time.Duration) (each []int) {
	limits := newLimits(t, maxReconcileRate)
	var (
		controllers []simulation.Controller
		logs        []*simulation.Log
	)
	for i := range n {
		log := simulation.NewLog()
		logs = append(logs, log)
		name := fmt.Sprint("controller-", i)
		o := limited(t, name, log.Reconciler(restless), limits)
		o.MaxConcurrentReconciles = 1
		if i == 0 {
			o.Reconciler = withTimeout(timeout, o.Reconciler)
		}
		kind.use(&o)
		controllers = append(controllers, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 10), 0),
		}})
	}
	const burst, length = 5 * time.Minute, time.Hour
	run(t, burst+length, controllers...)
	for _, log := range logs {
		each = append(each, log.Between(burst, burst+length))
	}
	return each
}

// A timeout costs a controller nothing of its share, whether its requests come
// from the limited queue or the wrapper is left alone.
func TestTimeoutCostsNoShare(t *testing.T) {
	for _, load := range []struct {
		controllers int
		timeout     time.Duration
	}{{50, reconcileTimeout}, {50, 8 * time.Second}, {50, 12 * time.Second}, {181, reconcileTimeout}, {181, 30 * time.Second}} {
		if testing.Short() && load.timeout != reconcileTimeout {
			continue
		}
		t.Run(fmt.Sprintf("%d controllers, timeout %v", load.controllers, load.timeout), func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				each := fleet(t, kind, load.controllers, load.timeout)
				want := 3600 * maxReconcileRate / float64(load.controllers)
				for i, got := range each {
					within(t, fmt.Sprintf("controller %d", i), got, want, 0.02)
				}
				t.Logf("the one with the timeout was let through %d, the next %d, of a fair %.0f", each[0], each[1], want)
			})
		})
	}
}

// Events that arrive while requests wait for tokens cost none of their own: fifty
// controllers of ten objects each, whose events come five at a time.
func TestEventsMergeUntilTheTokenComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const controllers, objects, events = 50, 10, 5
		limits := newLimits(t, maxReconcileRate)
		spendAll(t, limits)
		log := simulation.NewLog()
		var all []simulation.Controller
		for i := range controllers {
			name := fmt.Sprint("controller-", i)
			var sources []source.Source
			for j, object := range simulation.Objects(name, objects) {
				for k := range events {
					at := time.Duration(j)*400*time.Millisecond + time.Duration(k)*80*time.Millisecond
					sources = append(sources, simulation.Appear([]reconcile.Request{object}, at))
				}
			}
			all = append(all, simulation.Controller{Name: name, Options: limited(t, name, log.Reconciler(nil), limits), Sources: sources})
		}
		run(t, 5*time.Minute, all...)
		got := len(log.Entries())
		if got < controllers*objects || got > controllers*objects+10 {
			t.Errorf("%d reconciles for %d objects, want at most 10 more", got, controllers*objects)
		}
		t.Logf("%d reconciles for %d objects", got, controllers*objects)
	})
}

// spendAll takes the tokens that the limits begin with.
func spendAll(t *testing.T, limits *Limits) {
	t.Helper()
	s := mustShare(t, limits.Global(), "the burst", 1)
	spend(t, limits.Global(), s)
	s.Close()
}

// What controller-runtime measures is the reconcile, not the wait for its turn.
func TestTimingsLeaveOutTheWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const name, reconciling = "timed-by-controller-runtime", 10 * time.Millisecond
		limits := newLimits(t, 1)
		spendAll(t, limits)
		log := simulation.NewLog()
		o := limited(t, name, log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			time.Sleep(reconciling)
			return reconcile.Result{}, nil
		}), limits)
		o.MaxConcurrentReconciles = 50
		run(t, 10*time.Minute, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 100), 0),
		}})
		for _, metric := range []string{"controller_runtime_reconcile_time_seconds", "workqueue_work_duration_seconds"} {
			h := gathered(t, metric, name).GetHistogram()
			mean := h.GetSampleSum() / float64(h.GetSampleCount())
			if h.GetSampleCount() < 100 || mean < 0.999*reconciling.Seconds() || mean > 1.001*reconciling.Seconds() {
				t.Errorf("%s: %d of %v s on average, want 100 or more of %v", metric, h.GetSampleCount(), mean, reconciling)
			}
			t.Logf("%s is %.4f s on average", metric, mean)
		}
		// The wait is where it belongs: before the request left the queue.
		waits := gathered(t, "workqueue_queue_duration_seconds", name).GetHistogram()
		if mean := waits.GetSampleSum() / float64(waits.GetSampleCount()); mean < 49 || mean > 52 {
			t.Errorf("requests were in the queue for %v s on average, want 50.5", mean)
		}
	})
}

// hasty is a controller of ten thousand objects whose reconciles have a timeout of one
// second, and counts those that were put off.
func hasty(t *testing.T, kind queueKind, limits *Limits) (c simulation.Controller, log *simulation.Log, putOffs *atomic.Int64) {
	log, putOffs = simulation.NewLog(), new(atomic.Int64)
	o := limited(t, "hasty", log.Reconciler(nil), limits)
	inner := o.Reconciler
	o.Reconciler = withTimeout(time.Second, reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		result, err := inner.Reconcile(ctx, req)
		if result.RequeueAfter > 0 || err != nil {
			putOffs.Add(1)
		}
		return result, err
	}))
	kind.use(&o)
	return simulation.Controller{Name: "hasty", Options: o, Sources: []source.Source{
		simulation.Appear(simulation.Objects("object", 10_000), 0),
	}}, log, putOffs
}

// Timeouts do not put off what has its token: not one of many thousands of
// requests, and nothing is kept for them. The wrapper alone, whose workers wait with a
// request in hand, puts off as many as it has workers, two to four times a second.
func TestQueuePutsOffNothing(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		c, log, putOffs := hasty(t, kind, limits)
		stop, err := simulation.Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		const length = 5 * time.Minute
		time.Sleep(length)
		synctest.Wait() // a token comes at this very instant
		want, most := 100+300*maxReconcileRate, int64(0)
		if kind.name != "limited queue" {
			most = 4 * maxReconcileRate * int64(length/time.Second)
		}
		if got := len(log.Entries()); got < want-1 || got > want || putOffs.Load() > most {
			t.Errorf("%d reconciles and %d put off, want %d and at most %d", got, putOffs.Load(), want, most)
		}
		if waiting := limits.global.tree.waiting; waiting > maxReconcileRate || kind.name == "limited queue" && waiting != maxReconcileRate {
			t.Errorf("%d claims wait for the limiter, want one for each of the %d workers", waiting, maxReconcileRate)
		}
		t.Logf("%.1f put off a second, of 10,000 objects", float64(putOffs.Load())/length.Seconds())
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
