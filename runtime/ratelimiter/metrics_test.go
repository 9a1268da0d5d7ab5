//go:build go1.25

package ratelimiter

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	dto "github.com/prometheus/client_model/go"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// gathered returns the controller's metric of that name from controller-runtime's
// registry, or nil.
func gathered(t *testing.T, name, controller string) *dto.Metric {
	t.Helper()
	families, err := metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, m := range family.GetMetric() {
			if m.GetLabel()[0].GetValue() == controller {
				return m
			}
		}
	}
	return nil
}

func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const name = "measured"
		l := mustLimiter(t, 1, 2)
		s := mustShare(t, l, name, 1)
		spend(t, l, s)
		for range 3 {
			go func() { _ = s.Wait(t.Context()) }()
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_ = s.Wait(ended)
		synctest.Wait()

		// A thread that gathers is not part of the bubble's time; nothing moves
		// while it does.
		if got := gathered(t, "reconcile_limiter_waiting", name).GetGauge().GetValue(); got != 3 {
			t.Errorf("%v waiting, want 3", got)
		}
		if got := gathered(t, "reconcile_limiter_let_through_total", name).GetCounter().GetValue(); got != 2 {
			t.Errorf("%v let through, want 2", got)
		}
		if got := gathered(t, "reconcile_limiter_put_off_total", name).GetCounter().GetValue(); got != 1 {
			t.Errorf("%v put off, want 1", got)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if got := gathered(t, "reconcile_limiter_waiting", name).GetGauge().GetValue(); got != 0 {
			t.Errorf("%v waiting, want 0", got)
		}
		waits := gathered(t, "reconcile_limiter_wait_seconds", name).GetHistogram()
		if waits.GetSampleCount() != 5 || waits.GetSampleSum() != 1+2+3 {
			t.Errorf("%d waits of %vs in all, want 5 of 6s", waits.GetSampleCount(), waits.GetSampleSum())
		}
		want := map[float64]uint64{0.001: 2, 0.5: 2, 1: 3, 2.5: 4, 5: 5, 300: 5}
		for _, b := range waits.GetBucket() {
			if n, ok := want[b.GetUpperBound()]; ok && n != b.GetCumulativeCount() {
				t.Errorf("%d waits up to %vs, want %d", b.GetCumulativeCount(), b.GetUpperBound(), n)
			}
		}
	})
}

// What limits are now can be seen, of the global limiter and of each class that has
// a name.
func TestLimiterMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := New(10, WithName("seen"), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		class, err := limits.Global().NewClass(4, 8, WithName("seen class"), WithAdaptive(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		want := func(limiter string, rate, burst, tokens, stopped, throttled float64) {
			t.Helper()
			for name, want := range map[string]float64{
				"reconcile_limiter_rate": rate, "reconcile_limiter_burst": burst,
				"reconcile_limiter_tokens": tokens, "reconcile_limiter_stopped": stopped,
			} {
				if got := gathered(t, name, limiter).GetGauge().GetValue(); got != want {
					t.Errorf("%s of %s is %v, want %v", name, limiter, got, want)
				}
			}
			if got := gathered(t, "reconcile_limiter_throttled_total", limiter).GetCounter().GetValue(); got != throttled {
				t.Errorf("%s was throttled %v times, want %v", limiter, got, throttled)
			}
		}
		want("seen", 10, 100, 100, 0, 0)
		want("seen class", 4, 8, 8, 0, 0)
		if err := mustShare(t, class, "share", 1).Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		want("seen", 10, 100, 99, 0, 0)
		want("seen class", 4, 8, 7, 0, 0)
		if err := class.Throttle(2 * time.Second); err != nil {
			t.Fatal(err)
		}
		want("seen class", 2, 8, 0, 1, 1)
		time.Sleep(3 * time.Second)
		want("seen class", 2, 8, 2, 0, 1)
		if err := limits.Global().Pause(); err != nil {
			t.Fatal(err)
		}
		want("seen", 10, 100, 100, 1, 0)
	})
}

// What controller-runtime measures, less the time that workers waited, is the
// reconcile, whichever way the controller is limited.
func TestReconcileTimeWithoutTheWait(t *testing.T) {
	const reconciling = 10 * time.Millisecond
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		name := "measured-with-" + kind.name
		limits := newLimits(t, 1)
		spendAll(t, limits)
		log := simulation.NewLog()
		o := limited(t, name, log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			time.Sleep(reconciling)
			return reconcile.Result{}, nil
		}), limits)
		o.MaxConcurrentReconciles = 50
		kind.use(&o)
		run(t, 10*time.Minute, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 100), 0),
		}})
		measured := gathered(t, "controller_runtime_reconcile_time_seconds", name).GetHistogram()
		waits := gathered(t, "reconcile_limiter_worker_wait_seconds_total", name).GetCounter().GetValue()
		mean := (measured.GetSampleSum() - waits) / float64(measured.GetSampleCount())
		if measured.GetSampleCount() < 100 || mean < 0.999*reconciling.Seconds() || mean > 1.001*reconciling.Seconds() {
			t.Errorf("%d reconciles of %v s on average, want 100 or more of %v", measured.GetSampleCount(), mean, reconciling)
		}
		t.Logf("%v s with the wait, %v without", measured.GetSampleSum()/float64(measured.GetSampleCount()), mean)
	})
}

// Whoever asked for it is told of each wait, whether that was in the queue or in the
// worker, and of none that was no wait.
func TestWaitedIsTold(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, 1)
		log := simulation.NewLog()
		var waits []time.Duration
		err := limits.TraceWaits(func(ctx context.Context, from, to time.Time) {
			if !to.Equal(time.Now()) || ctx.Err() != nil {
				t.Errorf("a wait that ended at %v is told of at %v", to, time.Now())
			}
			waits = append(waits, to.Sub(from))
		})
		if err != nil {
			t.Fatal(err)
		}
		o := limited(t, "told", log.Reconciler(nil), limits, WithWorkers(1))
		kind.use(&o)
		run(t, time.Minute, simulation.Controller{Name: "told", Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 15), 0),
		}})
		// Ten tokens, then one a second.
		if len(log.Entries()) != 15 || len(waits) != 5 {
			t.Fatalf("%d reconciles and %v, want 15 and five waits", len(log.Entries()), waits)
		}
		for _, wait := range waits {
			if wait != time.Second {
				t.Errorf("a wait of %v, want 1s", wait)
			}
		}
	})
}

// Limits of two managers in one process each have series of their own, and so have classes of
// one name.
func TestLimitsOfOneNameHaveSeriesOfTheirOwn(t *testing.T) {
	for i, rate := range []int{7, 9} {
		limits, err := New(rate, WithName("two managers"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := limits.Global().NewClass(float64(i+1), 5, WithName("class of two managers")); err != nil {
			t.Fatal(err)
		}
	}
	for limiter, want := range map[string]float64{
		"two managers": 7, "two managers-2": 9, "class of two managers": 1, "class of two managers-2": 2,
	} {
		if got := gathered(t, "reconcile_limiter_rate", limiter).GetGauge().GetValue(); got != want {
			t.Errorf("the rate of %q is %v, want %v", limiter, got, want)
		}
	}
}
