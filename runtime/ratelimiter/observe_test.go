//go:build go1.25

package ratelimiter

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// Limits that only count hold nothing up, and say what they would have: 100 reconciles a
// second at a limit of 10.
func TestObserveHoldsNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := startLogging(t)
		limits, err := New(maxReconcileRate, WithObserve(), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		if cfg := limits.LimitRESTConfig(&rest.Config{QPS: 3}); cfg.QPS != 3 {
			t.Errorf("the client was limited to %v", cfg.QPS)
		}
		log := simulation.NewLog()
		run(t, time.Hour+time.Minute, simulation.Controller{Name: "observed", Options: limited(t, "observed", log.Reconciler(nil), limits),
			Sources: []source.Source{
				simulation.Storm(simulation.Objects("hot", 10), time.Second/10),
			}})
		n := log.Between(0, time.Minute+1)
		if n < 5990 {
			t.Errorf("%d reconciles in a minute, want all 6,000", n)
		}
		over := gathered(t, "reconcile_limiter_would_have_waited_total", "observed").GetCounter().GetValue()
		all := float64(len(log.Entries()))
		if want := all - 61*60*maxReconcileRate - 100; over < want-20 || over > want+20 {
			t.Errorf("%v of %v would have waited, want %v", over, all, want)
		}
		if n := logged("What the limit would have done"); n != 1 {
			t.Errorf("%d lines in the log, want one an hour", n)
		}
		if _, err := limits.Global().NewClass(1, 1, WithObserve()); err == nil {
			t.Error("a class is observed alone")
		}
	})
}

// At most so many reconciles run at the same time, over all controllers of a class.
func TestMaxInFlight(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, 100)
		class, err := limits.Global().NewClass(100, 100, WithMaxInFlight(3), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		var running, most, all atomic.Int64
		work := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			most.Store(max(most.Load(), running.Add(1)))
			all.Add(1)
			time.Sleep(time.Second)
			running.Add(-1)
			return reconcile.Result{}, nil
		})
		var controllers []simulation.Controller
		for _, name := range []string{"a", "b"} {
			o := limited(t, name, work, limits, WithClass(class))
			o.MaxConcurrentReconciles = 10
			kind.use(&o)
			controllers = append(controllers, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(simulation.Objects(name, 50), 0),
			}})
		}
		run(t, 20*time.Second+time.Millisecond, controllers...)
		if most.Load() != 3 {
			t.Errorf("%d ran at the same time, want 3", most.Load())
		}
		if n := all.Load(); n < 60 || n > 63 {
			t.Errorf("%d reconciles in 20 s, want three a second", n)
		}
	})
	if _, err := New(1, WithMaxInFlight(0)); err == nil {
		t.Error("none may run")
	}
}

// Nor do the limits of objects hold anything up.
func TestObserveHoldsBackNoObject(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits, err := New(maxReconcileRate, WithObserve(), WithMaxInFlight(1))
		if err != nil {
			t.Fatal(err)
		}
		log := simulation.NewLog()
		o := limited(t, "observed-objects", log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			time.Sleep(99 * time.Millisecond)
			return reconcile.Result{}, nil
		}), limits, WithObjectLimit(0.1, 1), WithWorkers(10))
		kind.use(&o)
		run(t, time.Minute, simulation.Controller{Name: "observed-objects", Options: o, Sources: []source.Source{
			simulation.Storm(simulation.Objects("hot", 10), time.Second/10),
		}})
		if n := log.Between(0, time.Minute+1); n < 5980 {
			t.Errorf("%d reconciles in a minute, want all 6,000", n)
		}
	})
}
