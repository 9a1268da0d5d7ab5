package compare

import (
	"context"
	"testing"
	"time"

	crossplane "github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	"golang.org/x/time/rate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/internal/simulation"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// plenty is a max-reconcile-rate so high that no pass needs to wait.
const plenty = 200_000_000

func passes(b *testing.B) (allow func(), middlewares map[string]func()) {
	ctx, cancel := context.WithCancel(context.Background())
	b.Cleanup(cancel)
	ctx = context.WithValue(context.WithValue(ctx, new(int), 1), new(int), 2) // as the controller's
	request := simulation.Request("object")
	inner := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		return reconcile.Result{}, nil
	})
	bare := rate.NewLimiter(plenty, 10*plenty)
	theirs := crossplane.NewReconciler("pass", inner, crossplane.NewGlobal(plenty))
	ours := newPlenty(b, inner)
	return func() { bare.Allow() }, map[string]func(){
		"crossplane-runtime": func() { _, _ = theirs.Reconcile(ctx, request) },
		"this-library":       func() { _, _ = ours.Reconcile(ctx, request) },
	}
}

// newPlenty limits a reconciler so that it need not wait.
func newPlenty(t testing.TB, inner reconcile.Reconciler) reconcile.Reconciler {
	t.Helper()
	limits, err := ratelimiter.New(plenty)
	if err != nil {
		t.Fatal(err)
	}
	limited, err := ratelimiter.NewReconciler("pass", inner, limits)
	if err != nil {
		t.Fatal(err)
	}
	return limited
}

// eachRound is how often what is timed runs in one round.
const eachRound = 500

// quickest times what it is given by turns in short rounds, and returns the quickest of each: that in
// which nothing else had the processor.
func quickest(all ...func()) []time.Duration {
	best := make([]time.Duration, len(all))
	for round := range 1000 {
		for i, f := range all {
			began := time.Now()
			for range eachRound {
				f()
			}
			if took := time.Since(began); round == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best
}

// timesAs returns how many times as long as other one takes.
func timesAs(one, other func()) float64 {
	best := quickest(one, other)
	return float64(best[0]) / float64(best[1])
}

// BenchmarkPass is the cost of a pass that need not wait, of each middleware
// around a reconciler that does nothing, and of a bare rate.Limiter.Allow.
// The metric times-Allow is measured against Allow by turns.
func BenchmarkPass(b *testing.B) {
	allow, middlewares := passes(b)
	b.Run("Allow", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			allow()
		}
	})
	for name, pass := range middlewares {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				pass()
			}
			b.ReportMetric(timesAs(pass, allow), "times-Allow")
		})
	}
}

// BenchmarkPassParallel is the same with as many goroutines as processors, all
// at one limiter.
func BenchmarkPassParallel(b *testing.B) {
	allow, passes := passes(b)
	passes["Allow"] = allow
	for name, pass := range passes {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					pass()
				}
			})
		})
	}
}
