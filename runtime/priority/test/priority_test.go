//go:build go1.25

// Package test tests package priority with the limiters. It is a module of its own, so
// that those who use package priority choose the version of package ratelimiter.
package test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

func limited(t *testing.T, name string, inner reconcile.Reconciler, limits *ratelimiter.Limits) controller.Options {
	t.Helper()
	r, err := ratelimiter.NewReconciler(name, inner, limits)
	if err != nil {
		t.Fatal(err)
	}
	o := priority.ControllerOptions(r)
	o.Reconciler = r
	return o
}

// appear returns a source that adds requests of a priority after a while.
func appear(t *testing.T, after time.Duration, urgency int, requests ...reconcile.Request) source.Source {
	return source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		if _, ok := queue.(priorityqueue.PriorityQueue[reconcile.Request]); !ok {
			t.Error("the controller's queue has no priorities")
		}
		time.AfterFunc(after, func() {
			for _, r := range requests {
				simulation.AddWithPriority(queue, r, urgency)
			}
		})
		return nil
	})
}

// An urgent request of one of n busy controllers is the next that this controller
// is let through: it waits for one turn of each of the others, at most.
func TestUrgentRequestTakesTheNextTurn(t *testing.T) {
	const maxReconcileRate = 10
	for _, controllers := range []int{1, 10, 50} {
		t.Run(fmt.Sprint(controllers, " controllers"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limits, err := ratelimiter.New(maxReconcileRate)
				if err != nil {
					t.Fatal(err)
				}
				log := simulation.NewLog()
				urgent := simulation.Request("urgent")
				const when = 2*time.Minute + 3*time.Millisecond
				var all []simulation.Controller
				for i := range controllers {
					name := fmt.Sprint("controller-", i)
					sources := []source.Source{simulation.Appear(simulation.Objects(name, 1000+2000/controllers), 0)}
					if i == 0 {
						sources = append(sources, appear(t, when, 100, urgent))
					}
					all = append(all, simulation.Controller{Name: name, Options: limited(t, name, log.Reconciler(nil), limits), Sources: sources})
				}
				if err := simulation.Run(t.Context(), 3*time.Minute, all...); err != nil {
					t.Fatal(err)
				}
				at, ok := log.First(urgent)
				wait, most := at-when, time.Duration(controllers)*time.Second/maxReconcileRate
				if !ok || wait > most {
					t.Errorf("the urgent request waited %v (reconciled: %v), want at most %v", wait, ok, most)
				}
				t.Logf("the urgent request waited %v", wait)
			})
		})
	}
}

// Failures and polls keep the priority that their request had.
func TestPriorityIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits, err := ratelimiter.New(1)
		if err != nil {
			t.Fatal(err)
		}
		log := simulation.NewLog()
		low, high := simulation.Request("low"), simulation.Request("high")
		o := limited(t, "kept", log.Reconciler(func(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
			return reconcile.Result{RequeueAfter: time.Second}, nil
		}), limits)
		o.MaxConcurrentReconciles = 1
		err = simulation.Run(t.Context(), time.Minute, simulation.Controller{Name: "kept", Options: o, Sources: []source.Source{
			appear(t, 0, -1, simulation.Objects("low", 10)...), appear(t, 0, -1, low), appear(t, time.Second, 1, high),
		}})
		if err != nil {
			t.Fatal(err)
		}
		highs := 0
		for _, e := range log.Entries() {
			if e.Request == high {
				highs++
			}
		}
		// The high one is ready each second, and then comes first.
		if highs < 28 {
			t.Errorf("the request of high priority was reconciled %d times in a minute, want about every second time", highs)
		}
	})
}

func TestNilReconcilerHasNoQueue(t *testing.T) {
	if o := priority.ControllerOptions[reconcile.Request](nil); o.NewQueue != nil {
		t.Error("no reconciler has a queue")
	}
	if o := priority.ControllerOptions((*ratelimiter.Reconciler[reconcile.Request])(nil)); o.NewQueue != nil {
		t.Error("a nil reconciler has a queue")
	}
}
