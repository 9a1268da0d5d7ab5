//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// The load under which the usual middleware was measured: 10 a second, hence
// bursts of 100 and ten workers.
const maxReconcileRate = 10

type queueKind struct {
	name string
	use  func(*controller.Options)
}

// queueKinds are the limited queue, and those with which the wrapper around the
// reconciler is left alone: the one that controller-runtime makes by default, a
// priority queue since v0.23, and the one it always made before.
var queueKinds = []queueKind{
	{"limited queue", func(*controller.Options) {}},
	{"default queue", func(o *controller.Options) { o.NewQueue = nil }},
	{"plain queue", func(o *controller.Options) {
		o.NewQueue = func(name string, limiter workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimitingInterface[reconcile.Request] {
			return workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[reconcile.Request]{Name: name})
		}
	}},
}

// onAllQueues runs a test in virtual time for each kind of queue.
func onAllQueues(t *testing.T, test func(t *testing.T, kind queueKind)) {
	t.Helper()
	for _, kind := range queueKinds {
		t.Run(kind.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, kind) })
		})
	}
}

func newLimits(t *testing.T, n int) *Limits {
	t.Helper()
	limits, err := New(n, burstAtStart())
	if err != nil {
		t.Fatal(err)
	}
	return limits
}

// limited returns the options of a controller under the limits.
func limited(t *testing.T, name string, inner reconcile.Reconciler, limits *Limits, options ...ReconcilerOption) controller.Options {
	t.Helper()
	r, err := NewReconciler(name, inner, limits, options...)
	if err != nil {
		t.Fatal(err)
	}
	o := r.ControllerOptions()
	o.Reconciler = r
	return o
}

func run(t *testing.T, length time.Duration, controllers ...simulation.Controller) {
	t.Helper()
	if err := simulation.Run(t.Context(), length, controllers...); err != nil {
		t.Fatal(err)
	}
}

// checkWindows fails if any window lets through more than burst + rate*length,
// with rate a second. The times must be in order.
func checkWindows(t *testing.T, entries []simulation.Entry, rate, burst int64) {
	t.Helper()
	// The k-th reconcile is at time t[k]. Windows from i to j hold j-i+1, so
	// no window is over the limit iff k - rate*t[k] never rises by more than
	// burst - 1 above its least value so far.
	second := big.NewInt(int64(time.Second))
	var least *big.Int
	for k, e := range entries {
		level := new(big.Int).Mul(big.NewInt(int64(k)), second)
		level.Sub(level, new(big.Int).Mul(big.NewInt(rate), big.NewInt(int64(e.At))))
		if least == nil || level.Cmp(least) < 0 {
			least = level
		}
		rise := new(big.Int).Sub(level, least)
		if rise.Cmp(new(big.Int).Mul(big.NewInt(burst-1), second)) > 0 {
			t.Fatalf("reconcile %d at %v: a window up to it is over %d/s with burst %d", k, e.At, rate, burst)
		}
	}
}

func TestWatchStorm(t *testing.T) {
	for _, load := range []struct {
		objects int
		period  time.Duration
	}{
		{1, time.Second / 100},
		{10, time.Second / 50},
		{100, time.Second / 50},
	} {
		t.Run(fmt.Sprintf("%d objects", load.objects), func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				log := simulation.NewLog()
				o := limited(t, "storm", log.Reconciler(nil), newLimits(t, maxReconcileRate))
				kind.use(&o)
				fresh := simulation.Objects("fresh", 10)
				run(t, time.Minute, simulation.Controller{
					Name:    "storm",
					Options: o,
					Sources: []source.Source{
						simulation.Storm(simulation.Objects("hot", load.objects), load.period),
						simulation.Appear(fresh, 30*time.Second),
					},
				})
				through := log.Between(0, time.Minute+1)
				if through > 700 {
					t.Errorf("let through %d in 60 s, the limit is 700", through)
				}
				if through < 698 {
					t.Errorf("let through %d in 60 s of constant load, want 698 or more", through)
				}
				checkWindows(t, log.Entries(), maxReconcileRate, 10*maxReconcileRate)

				var slowest time.Duration
				for _, o := range fresh {
					at, ok := log.First(o)
					if !ok {
						t.Fatalf("%v never reconciled", o)
					}
					slowest = max(slowest, at-30*time.Second)
				}
				waiting := load.objects + len(fresh)
				bound := time.Duration(waiting)*time.Second/maxReconcileRate + time.Second
				if slowest > bound {
					t.Errorf("fresh objects waited up to %v, want at most %v", slowest, bound)
				}
				t.Logf("let through %d of 700; fresh objects reconciled within %v of %v", through, slowest, bound)
			})
		})
	}
}

var errFailing = errors.New("failing")

func fail(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, errFailing
}

func TestFailuresBackOff(t *testing.T) {
	for _, load := range []struct {
		objects int
		want    float64 // a second
	}{{100, 1.67}, {400, 6.67}} {
		t.Run(fmt.Sprintf("%d objects", load.objects), func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				log := simulation.NewLog()
				o := limited(t, "failing", log.Reconciler(fail), newLimits(t, maxReconcileRate))
				kind.use(&o)
				run(t, 30*time.Minute, simulation.Controller{
					Name:    "failing",
					Options: o,
					Sources: []source.Source{simulation.Appear(simulation.Objects("object", load.objects), 0)},
				})
				got := float64(log.Between(20*time.Minute, 30*time.Minute)) / 600
				if got < load.want-0.01 || got > load.want+0.01 {
					t.Errorf("%.3f reconciles a second, want %.2f", got, load.want)
				}
				t.Logf("%.3f reconciles a second", got)
			})
		})
	}
}
