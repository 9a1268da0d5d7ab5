package compare

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

func run(t *testing.T, length time.Duration, controllers ...simulation.Controller) {
	t.Helper()
	if err := simulation.Run(t.Context(), length, controllers...); err != nil {
		t.Fatal(err)
	}
}

// Watch storms under both middlewares: what the limit of 10/s with bursts of 100
// lets through in 60 s, of the 700 that it allows, and when ten objects that
// appear at 30 s are first reconciled.
func TestWatchStorm(t *testing.T) {
	for _, load := range []struct {
		objects        int
		period         time.Duration
		throughAtLeast int // under crossplane-runtime
	}{
		{1, time.Second / 100, 3000},
		{10, time.Second / 50, 15000},
		{100, time.Second / 50, 150000},
	} {
		for _, system := range []system{crossplaneRuntime, thisLibrary, dropIn, dropInV2} {
			t.Run(fmt.Sprintf("%d objects, %s", load.objects, system.name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					controller, log := system.start(t), simulation.NewLog()
					fresh := simulation.Objects("fresh", 10)
					run(t, time.Minute, simulation.Controller{
						Name:    "storm",
						Options: controller("storm", log.Reconciler(nil)),
						Sources: []source.Source{
							simulation.Storm(simulation.Objects("hot", load.objects), load.period),
							simulation.Appear(fresh, 30*time.Second),
						},
					})
					through := log.Between(0, time.Minute)
					reconciled := 0
					var slowest time.Duration
					for _, object := range fresh {
						if at, ok := log.First(object); ok {
							reconciled++
							slowest = max(slowest, at-30*time.Second)
						}
					}
					t.Logf("%d let through in 60 s; %d of 10 fresh objects reconciled by then, within %v", through, reconciled, slowest)
					switch system.name {
					case thisLibrary.name, dropIn.name, dropInV2.name:
						if through > 700 || reconciled != len(fresh) {
							t.Errorf("let through %d, of the fresh %d", through, reconciled)
						}
					default:
						// The comparison would be pointless if this were no longer so.
						if through < load.throughAtLeast || reconciled == len(fresh) {
							t.Errorf("let through %d, of the fresh %d: better than known", through, reconciled)
						}
					}
				})
			})
		}
	}
}

var errFailing = errors.New("failing")

// A hundred objects that always fail make 1.67 reconciles a second by their
// back-off of up to 60 s alone.
func TestBackOff(t *testing.T) {
	for _, limited := range []struct {
		system system
		want   float64 // a second, in the end
	}{{crossplaneRuntime, 10}, {thisLibrary, 1.67}, {dropIn, 1.67}, {dropInV2, 1.67}} {
		t.Run(limited.system.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				controller, log := limited.system.start(t), simulation.NewLog()
				inner := log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
					return reconcile.Result{}, errFailing
				})
				run(t, 30*time.Minute, simulation.Controller{
					Name:    "failing",
					Options: controller("failing", inner),
					Sources: []source.Source{simulation.Appear(simulation.Objects("object", 100), 0)},
				})
				got := float64(log.Between(20*time.Minute, 30*time.Minute)) / 600
				if got < limited.want-0.01 || got > limited.want+0.01 {
					t.Errorf("%.2f reconciles a second, want %.2f", got, limited.want)
				}
				t.Logf("%.2f reconciles a second", got)
			})
		})
	}
}
