//go:build go1.25

package ratelimiter

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// Objects that are polled stay together without jitter, and spread with it.
func TestPollsSpreadWithJitter(t *testing.T) {
	const objects, interval, settled, length = 1000, time.Minute, time.Hour, 2 * time.Hour
	for _, fraction := range []float64{0, 0.2} {
		synctest.Test(t, func(t *testing.T) {
			log := simulation.NewLog()
			inner := log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
				return reconcile.Result{RequeueAfter: interval}, nil
			})
			run(t, length, simulation.Controller{
				Name:    "polls",
				Options: limited(t, "polls", inner, newLimits(t, 100), WithJitter(fraction)),
				Sources: []source.Source{simulation.Appear(simulation.Objects("object", objects), 0)},
			})
			busiest, total := 0, 0
			inSecond := map[time.Duration]int{}
			for _, e := range log.Entries() {
				if settled <= e.At && e.At < length {
					second := e.At.Truncate(time.Second)
					inSecond[second]++
					busiest = max(busiest, inSecond[second])
					total++
				}
			}
			t.Logf("jitter %v: %d in the busiest second of an hour, %d in all", fraction, busiest, total)
			if fraction == 0 && busiest < objects {
				t.Errorf("%d in the busiest second without jitter, want all", busiest)
			}
			if fraction > 0 && busiest > 40 {
				t.Errorf("%d in the busiest second with jitter, want at most 40", busiest)
			}
			if fraction > 0 && (total < objects*60/12*10 || total > objects*60) {
				t.Errorf("%d polls in an hour, want each after 60 to 72 s", total)
			}
			last := map[reconcile.Request]time.Duration{}
			for _, e := range log.Entries() {
				if before, ok := last[e.Request]; ok && e.At < length && e.At-before < interval {
					t.Fatalf("%v was polled after %v", e.Request, e.At-before)
				}
				last[e.Request] = e.At
			}
		})
	}
}

// Of an object that changes fifty times a second for ten seconds, a gap reconciles the first event at
// once and a gathering handler the first two seconds together; both reconcile the last one.
func TestGapAndGathering(t *testing.T) {
	const changes, gap = 10 * time.Second, 2 * time.Second
	object := simulation.Request("a")
	events := func(add func(workqueue.TypedRateLimitingInterface[reconcile.Request])) source.Source {
		return source.Func(func(ctx context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
			go func() {
				for range int(changes / (20 * time.Millisecond)) {
					add(queue)
					time.Sleep(20 * time.Millisecond)
				}
			}()
			return nil
		})
	}
	for what, c := range map[string]struct {
		source  source.Source
		options []ReconcilerOption
		first   time.Duration
	}{
		"gap": {events(func(q workqueue.TypedRateLimitingInterface[reconcile.Request]) { q.Add(object) }),
			[]ReconcilerOption{WithObjectLimit(0.5, 1)}, 0},
		"gathering": {events(func(q workqueue.TypedRateLimitingInterface[reconcile.Request]) { q.AddAfter(object, gap) }), nil, gap},
	} {
		synctest.Test(t, func(t *testing.T) {
			log := simulation.NewLog()
			run(t, time.Minute, simulation.Controller{
				Name: "object", Options: limited(t, "object", log.Reconciler(nil), newLimits(t, 10), c.options...), Sources: []source.Source{c.source},
			})
			entries := log.Entries()
			if n := len(entries); n != 5 && n != 6 {
				t.Errorf("%s: %d reconciles, want 5 or 6", what, n)
			}
			if at := entries[0].At; at != c.first {
				t.Errorf("%s: the first reconcile came after %v, want %v", what, at, c.first)
			}
			if at := entries[len(entries)-1].At; at < changes-20*time.Millisecond {
				t.Errorf("%s: the last reconcile came after %v, before the last event", what, at)
			}
		})
	}
}
