//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// However many controllers use a tenant's slots, each has as many turns, whatever their
// number of workers is and however long they take.
func TestAnyNumberOfControllersTakeTurnsAtATenant(t *testing.T) {
	for seed := range uint64(40) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 11))
			limits := newLimits(t, 10_000)
			most := 1 + random.IntN(3)
			var logs []*simulation.Log
			var all []simulation.Controller
			for i := range 2 + random.IntN(9) {
				log := simulation.NewLog()
				logs = append(logs, log)
				name := fmt.Sprint("turns-", i)
				longest := 1 + random.Int64N(int64(500*time.Millisecond))
				o := limited(t, name, reconcile.Func(func(ctx context.Context, r reconcile.Request) (reconcile.Result, error) {
					_, _ = log.Reconciler(nil).Reconcile(ctx, r)
					time.Sleep(time.Duration(rand.Int64N(longest)))
					return reconcile.Result{RequeueAfter: 1}, nil
				}), limits, WithTenant(namespaceOf, WithMaxInFlight(most)), WithWorkers(most+random.IntN(5)))
				all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
					simulation.Appear(requestsIn("tenant", 30), 0),
				}})
			}
			run(t, 10*time.Minute, all...)
			least, highest, total := 1<<62, 0, 0
			for _, log := range logs {
				n := len(log.Entries())
				least, highest, total = min(least, n), max(highest, n), total+n
			}
			if highest-least > total/len(logs)/100+2 {
				t.Errorf("seed %d: %d controllers at %d slots had %d to %d of %d turns, want the same", seed, len(logs), most, least, highest, total)
			}
		})
	}
}

// A slot that is kept for a controller whose only worker is busy elsewhere goes to others.
func TestSlotOfAnotherTurnDoesNotStayEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, 1000)
		busy, other := simulation.NewLog(), simulation.NewLog()
		takes := func(log *simulation.Log, long time.Duration) reconcile.Reconciler {
			return log.Reconciler(func(context.Context, reconcile.Request) (reconcile.Result, error) {
				time.Sleep(long)
				return reconcile.Result{}, nil
			})
		}
		var all []simulation.Controller
		for i, inner := range []reconcile.Reconciler{takes(busy, time.Hour), takes(other, time.Second)} {
			name := fmt.Sprint("another-turn-", i)
			o := limited(t, name, inner, limits, WithTenant(namespaceOf, WithMaxInFlight(3)), WithWorkers(1+2*i))
			all = append(all, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
				simulation.Appear(requestsIn("tenant", 1000), time.Duration(i)*time.Second),
			}})
		}
		run(t, 5*time.Minute, all...)
		if n := other.Between(0, 5*time.Minute); n < 590 {
			t.Errorf("%d reconciles of 1 s in 5 minutes at the two slots that are left, want 590 or more", n)
		}
	})
}
