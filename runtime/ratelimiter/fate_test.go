//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// fateLength is how long each program runs.
const fateLength = 15 * time.Minute

// fate is a reconciler whose nth reconcile of an object always does the same.
type fate struct {
	seed  uint64
	began time.Time

	mu sync.Mutex
	at map[reconcile.Request][]time.Duration // when each object was reconciled
}

func (f *fate) Reconcile(_ context.Context, req reconcile.Request) (reconcile.Result, error) {
	f.mu.Lock()
	if at := time.Since(f.began); at < fateLength { // while it stops, not all queues do the same
		f.at[req] = append(f.at[req], at)
	}
	n := len(f.at[req])
	f.mu.Unlock()
	h := fnv.New64a()
	fmt.Fprint(h, f.seed, req.Name, n)
	r := rand.New(rand.NewPCG(h.Sum64(), 1))
	if r.IntN(3) == 0 {
		time.Sleep(time.Duration(1 + r.IntN(3_000_000_000)))
	}
	switch r.IntN(8) {
	case 0, 1, 2, 3:
		return reconcile.Result{}, errFailing
	case 4:
		return reconcile.Result{RequeueAfter: time.Duration(1 + r.IntN(90_000_000_000))}, nil
	case 5:
		return reconcile.Result{Requeue: true}, nil
	case 6:
		return reconcile.Result{}, reconcile.TerminalError(errFailing)
	}
	return reconcile.Result{}, nil
}

// withoutLimiter is a controller that only backs off as limited ones do.
func withoutLimiter(t *testing.T, _ *program, _ string, inner reconcile.Reconciler, _ ...ReconcilerOption) controller.Options {
	b, err := newBackOff[reconcile.Request](time.Second, time.Minute, 0)
	if err != nil {
		t.Fatal(err)
	}
	return controller.Options{Reconciler: inner, RateLimiter: b}
}

// times are when each object of a random program was reconciled that has more tokens and
// workers than it needs.
func (f *fate) times(t *testing.T, way func(*program) wayToLimit) map[reconcile.Request][]time.Duration {
	p := newProgram(t, f.seed)
	p.limits = newLimits(t, 100_000)
	f.began, f.at = time.Now(), map[reconcile.Request][]time.Duration{}
	var sources []source.Source
	for i, object := range simulation.Objects("object", 1+p.random.IntN(30)) {
		alone := []reconcile.Request{object}
		for range p.random.IntN(6) {
			sources = append(sources, simulation.Appear(alone, time.Duration(p.random.Int64N(int64(10*time.Minute)))))
		}
		if i%7 == 0 {
			sources = append(sources, simulation.Storm(alone, time.Duration(7919+p.random.IntN(3000))*time.Millisecond))
		}
	}
	o := way(p)(t, p, "fate", f)
	o.MaxConcurrentReconciles = 60
	run(t, fateLength, simulation.Controller{Name: "fate", Options: o, Sources: sources})
	return f.at
}

// Failures back off as if there were no limiter: to the nanosecond, in whatever way a
// controller comes under the limits, and whatever else its reconciles return.
func TestBackOffIsThatWithoutALimiter(t *testing.T) {
	programs := programs
	if testing.Short() {
		programs /= 10
	}
	reconciles := 0
	for seed := range uint64(programs) {
		want := map[reconcile.Request][]time.Duration{}
		synctest.Test(t, func(t *testing.T) {
			want = (&fate{seed: seed}).times(t, func(*program) wayToLimit { return withoutLimiter })
		})
		for name, way := range ways {
			switch {
			case name == "wrapper alone":
				way = func(*program) wayToLimit { return inQueue(queueKinds[1]) }
			case name == "limited queue" && !simulation.HasPriorities():
				// client-go's queue, which is the other one then, also hands out once
				// more a request that was to come later and has come already.
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				got := (&fate{seed: seed}).times(t, way)
				for object, times := range want {
					reconciles += len(times)
					if !slices.Equal(got[object], times) {
						i := 0
						for i < min(len(times), len(got[object])) && times[i] == got[object][i] {
							i++
						}
						t.Fatalf("program %d, %s: from its reconcile %d on, %s was reconciled at %v, and without a limiter at %v",
							seed, name, i, object.Name, got[object][max(0, i-3):], times[max(0, i-3):])
					}
				}
			})
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d reconciles in %d programs came when they do without a limiter", reconciles, programs)
}
