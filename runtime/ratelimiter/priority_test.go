//go:build go1.25

package ratelimiter

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// prioritySources returns, now and then, a source of events of many priorities.
// A queue without priorities gets the events all the same.
func prioritySources(random *rand.Rand, objects []reconcile.Request) []source.Source {
	if random.IntN(2) == 0 {
		return nil
	}
	period := time.Duration(7+random.IntN(500)) * time.Millisecond
	order := rand.New(rand.NewPCG(random.Uint64(), 3))
	return []source.Source{source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		go func() {
			ticker := time.NewTicker(period)
			defer ticker.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-ticker.C:
				}
				object := objects[order.IntN(len(objects))]
				if !simulation.AddWithPriority(queue, object, order.IntN(201)-100) {
					queue.Add(object)
				}
			}
		}()
		return nil
	})}
}

// Requests of high priority pass the others in controller-runtime's queue; only
// the workers that wait already are before them.
func TestPriorityPassesTheQueue(t *testing.T) {
	if !simulation.HasPriorities() {
		t.Skip("this version of controller-runtime has no priority queue")
	}
	synctest.Test(t, func(t *testing.T) {
		log := simulation.NewLog()
		o := limited(t, "priorities", log.Reconciler(nil), newLimits(t, maxReconcileRate))
		o.NewQueue = nil
		urgent := simulation.Request("urgent")
		late := source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
			time.AfterFunc(30*time.Second, func() {
				if !simulation.AddWithPriority(queue, urgent, 100) {
					t.Error("the default queue has no priorities")
				}
			})
			return nil
		})
		run(t, time.Minute, simulation.Controller{Name: "priorities", Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", 10_000), 0), late,
		}})
		at, ok := log.First(urgent)
		if wait := at - 30*time.Second; !ok || wait > (maxReconcileRate+1)*time.Second/maxReconcileRate {
			t.Errorf("the urgent request waited %v (reconciled: %v), want at most a turn of each worker", wait, ok)
		}
	})
}

// ReconciliationTimeout itself, where the controller has it: every reconcile has
// half of its time left, and nobody falls behind.
func TestReconciliationTimeout(t *testing.T) {
	onAllQueues(t, func(t *testing.T, kind queueKind) {
		const timeout = 10 * time.Second
		log := simulation.NewLog()
		least := timeout
		o := limited(t, "timeout", log.Reconciler(func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
			deadline, _ := ctx.Deadline()
			least = min(least, time.Until(deadline))
			return reconcile.Result{}, nil
		}), newLimits(t, 1))
		if field := reflect.ValueOf(&o).Elem().FieldByName("ReconciliationTimeout"); field.IsValid() {
			field.Set(reflect.ValueOf(timeout))
		} else {
			o.Reconciler = withTimeout(timeout, o.Reconciler)
		}
		o.MaxConcurrentReconciles = 20
		kind.use(&o)
		const length = 30 * time.Minute
		run(t, length, simulation.Controller{Name: "timeout", Options: o, Sources: []source.Source{
			simulation.Storm(simulation.Objects("hot", 50), 100*time.Millisecond),
		}})
		if least < timeout/2 {
			t.Errorf("a reconcile had only %v of its %v left", least, timeout)
		}
		got, want := log.Between(0, length), 10+int(length.Seconds())
		if float64(got) < 0.99*float64(want) || got > want {
			t.Errorf("let through %d, want %d", got, want)
		}
		// Where the wait is in a worker, those whose time is over go to the end of
		// the queue, so that chance has a part in who is next.
		fewest, most := got/50-1, got/50+2
		if kind.name != "limited queue" {
			fewest, most = got/50/3, got/50*3
		}
		times := map[reconcile.Request]int{}
		for _, e := range log.Entries() {
			times[e.Request]++
		}
		for _, object := range simulation.Objects("hot", 50) {
			if n := times[object]; n < fewest || n > most {
				t.Errorf("%s was reconciled %d times of %d for 50 objects", object.Name, n, got)
			}
		}
	})
}
