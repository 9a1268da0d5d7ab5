//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

func TestOneRequestBesideTenThousand(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		busy := limited(t, "busy", log.Reconciler(nil), limits)
		quiet := limited(t, "quiet", log.Reconciler(nil), limits)
		kind.use(&busy)
		kind.use(&quiet)
		one := simulation.Request("one")
		run(t, time.Minute,
			simulation.Controller{Name: "busy", Options: busy, Sources: []source.Source{
				simulation.Appear(simulation.Objects("busy", 10_000), 0),
			}},
			simulation.Controller{Name: "quiet", Options: quiet, Sources: []source.Source{
				simulation.Appear([]reconcile.Request{one}, 30*time.Second),
			}},
		)
		at, ok := log.First(one)
		if wait := at - 30*time.Second; !ok || wait > 2*time.Second/maxReconcileRate {
			t.Errorf("the one request waited %v (reconciled: %v), want at most 2 turns of %v", wait, ok, time.Second/maxReconcileRate)
		} else {
			t.Logf("the one request waited %v", wait)
		}
	})
}

// shareOut runs controllers of those weights, all with requests waiting all the
// time and each with reconciles of another length, and returns how many each
// was let through in ten minutes after the burst.
func shareOut(t *testing.T, kind queueKind, weights ...int) (each []int, total int) {
	limits := newLimits(t, maxReconcileRate)
	var (
		controllers []simulation.Controller
		logs        []*simulation.Log
	)
	for i, weight := range weights {
		log := simulation.NewLog()
		logs = append(logs, log)
		name := fmt.Sprint("controller-", i)
		inner := log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
			time.Sleep(time.Duration(i) * 50 * time.Millisecond)
			return reconcile.Result{RequeueAfter: time.Millisecond}, nil
		})
		o := limited(t, name, inner, limits, WithWeight(weight))
		kind.use(&o)
		controllers = append(controllers, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 100), 0),
		}})
	}
	run(t, 11*time.Minute, controllers...)
	for _, log := range logs {
		each = append(each, log.Between(time.Minute, 11*time.Minute))
		total += log.Between(0, 11*time.Minute)
	}
	return each, total
}

func TestSharesFollowWeights(t *testing.T) {
	for _, weights := range [][]int{
		{1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		{3, 1},
		{7, 2, 1},
	} {
		t.Run(fmt.Sprint(weights), func(t *testing.T) {
			onAllQueues(t, func(t *testing.T, kind queueKind) {
				each, total := shareOut(t, kind, weights...)
				sum := 0
				for _, w := range weights {
					sum += w
				}
				for i, got := range each {
					want := 600 * maxReconcileRate * float64(weights[i]) / float64(sum)
					if math.Abs(float64(got)-want) > want/100 {
						t.Errorf("controller %d of weight %d was let through %d, want %.0f within 1%%", i, weights[i], got, want)
					}
				}
				allowed := 10*maxReconcileRate + 660*maxReconcileRate
				if float64(total) < 0.999*float64(allowed) || total > allowed {
					t.Errorf("let through %d of %d, want at least 99.9%%", total, allowed)
				}
				t.Logf("let through %v in 10 min; %d of %d in all", each, total, allowed)
			})
		})
	}
}

func TestRateChangesWhileRunning(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		o := limited(t, "changing", log.Reconciler(nil), limits)
		kind.use(&o)
		stop, err := simulation.Start(t.Context(), simulation.Controller{Name: "changing", Options: o, Sources: []source.Source{
			simulation.Storm(simulation.Objects("hot", 200), 100*time.Millisecond),
		}})
		if err != nil {
			t.Fatal(err)
		}
		const stage = 100 * time.Second
		for i, step := range []struct{ rate, want int }{{10, 1100}, {50, 5000}, {1, 100}} {
			if err := limits.SetMaxReconcileRate(step.rate); err != nil {
				t.Fatal(err)
			}
			time.Sleep(stage)
			from := time.Duration(i) * stage
			got := log.Between(from, from+stage)
			if got > step.want || float64(got) < 0.99*float64(step.want) {
				t.Errorf("let through %d in %v at %d/s, want %d", got, stage, step.rate, step.want)
			}
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}
