//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// underTimeout is a program of the drop-in whose reconciles have a timeout.
type underTimeout struct {
	rate, controllers, workers, objects int
	timeout, again, length              time.Duration
	works                               bool // for a part of the timeout
}

// run counts the reconciles, and those of them whose context had ended when they began.
func (p underTimeout) run(t *testing.T, name string) (all, ended int, each []int) {
	m := &managerWithTimeout{timeout: p.timeout}
	limits := newLimits(t, p.rate)
	global := limits.GlobalRateLimiter(m)
	whole := simulation.NewLog()
	var late atomic.Int64
	var logs []*simulation.Log
	var controllers []simulation.Controller
	began := time.Now()
	for i := range p.controllers {
		log := simulation.NewLog()
		logs = append(logs, log)
		inner := log.Reconciler(func(ctx context.Context, _ reconcile.Request) (reconcile.Result, error) {
			if time.Since(began) > p.length {
				return reconcile.Result{}, nil // up to v0.22 a controller that stops ends what waits
			}
			if ctx.Err() == context.DeadlineExceeded {
				late.Add(1)
			}
			if p.works {
				time.Sleep(time.Duration(rand.Int64N(int64(min(p.timeout/4, time.Second)))))
			}
			return reconcile.Result{RequeueAfter: p.again}, nil
		})
		name := fmt.Sprint(name, "-", i)
		o := controller.Options{
			Reconciler:              &middleware{name: name, inner: whole.Reconciler(inner.Reconcile), limit: global, limited: map[string]bool{}},
			MaxConcurrentReconciles: p.workers,
		}
		setTimeout(&o, p.timeout)
		controllers = append(controllers, simulation.Controller{Name: name, Options: o, Sources: []source.Source{
			simulation.Appear(simulation.Objects("object", p.objects), 0),
		}})
	}
	run(t, p.length, controllers...)
	for _, log := range logs {
		each = append(each, log.Between(0, p.length))
	}
	checkWindows(t, whole.Entries(), int64(p.rate), int64(10*p.rate))
	return whole.Between(0, p.length), int(late.Load()), each
}

// No reconcile of the drop-in begins with a context that has ended, however short the timeout
// and long the wait are.
func TestDropInKeepsAnyTimeout(t *testing.T) {
	var probe controller.Options
	if !setTimeout(&probe, time.Second) {
		t.Skip("this controller-runtime has no timeout of reconciles")
	}
	programs := []underTimeout{
		{rate: 10, controllers: 40, workers: 10, objects: 20, timeout: time.Second, again: time.Millisecond, length: 20 * time.Minute},
		{rate: 1, controllers: 40, workers: 10, objects: 20, timeout: time.Second, again: time.Millisecond, length: 20 * time.Minute},
		{rate: 10, controllers: 40, workers: 10, objects: 20, timeout: 5 * time.Second, again: time.Millisecond, length: 20 * time.Minute},
	}
	random := rand.New(rand.NewPCG(50, 50))
	for range 60 {
		programs = append(programs, underTimeout{
			rate: 1 + random.IntN(30), controllers: 2 + random.IntN(40), workers: 1 + random.IntN(10), objects: 1 + random.IntN(30),
			timeout: time.Duration(0.1 * math.Pow(36_000, random.Float64()) * float64(time.Second)),
			again:   []time.Duration{0, time.Millisecond, time.Second, time.Minute}[random.IntN(4)],
			length:  10 * time.Minute, works: random.IntN(2) == 0,
		})
	}
	for i, p := range programs {
		synctest.Test(t, func(t *testing.T) {
			all, ended, each := p.run(t, fmt.Sprint("any-timeout-", i))
			least, most := each[0], each[0]
			for _, n := range each {
				least, most = min(least, n), max(most, n)
			}
			if ended > 0 || 2*least < most {
				t.Errorf("%d of %d reconciles began with an ended context, and controllers had %d to %d: %+v", ended, all, least, most, p)
			}
		})
	}
}
