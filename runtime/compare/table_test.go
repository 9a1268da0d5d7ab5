package compare

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	crossplane "github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	failsafe "github.com/failsafe-go/failsafe-go/ratelimiter"
	"golang.org/x/time/rate"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// waits is a reconciler that waits for a limiter in the worker, as programs do that put a general
// limiter before their reconcilers.
func waits(wait func(context.Context) error, inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		if err := wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
		return inner.Reconcile(ctx, req)
	})
}

// general is a system around a general limiter, one for all controllers.
func general(name string, limiter func(perSecond int) func(context.Context) error) system {
	return system{name, func(*testing.T) func(string, reconcile.Reconciler) controller.Options {
		wait := limiter(maxReconcileRate)
		return func(_ string, inner reconcile.Reconciler) controller.Options {
			return controller.Options{Reconciler: waits(wait, inner), MaxConcurrentReconciles: maxReconcileRate,
				RateLimiter: crossplane.NewController()}
		}
	}}
}

// clientGo is the bucket of client-go's default limiter, one for the queues of all controllers.
var clientGo = system{"client-go's BucketRateLimiter", func(*testing.T) func(string, reconcile.Reconciler) controller.Options {
	bucket := &workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(maxReconcileRate, 10*maxReconcileRate)}
	return func(_ string, inner reconcile.Reconciler) controller.Options {
		return controller.Options{Reconciler: inner, MaxConcurrentReconciles: maxReconcileRate, RateLimiter: bucket}
	}
}}

// contenders are limited each in its usual way: the systems, and a pass of each that need not wait.
var contenders = []struct {
	system
	pass func(testing.TB, reconcile.Reconciler) func(reconcile.Request)
}{
	{thisLibrary, func(t testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
		return reconciles(newPlenty(t, inner))
	}},
	{crossplaneRuntime, func(_ testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
		return reconciles(crossplane.NewReconciler("pass", inner, crossplane.NewGlobal(plenty)))
	}},
	{clientGo, func(_ testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
		limiter := workqueue.NewTypedMaxOfRateLimiter[reconcile.Request](
			workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
			&workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(plenty, 10*plenty)})
		return func(req reconcile.Request) { limiter.When(req); _, _ = inner.Reconcile(context.Background(), req) }
	}},
	{general("x/time/rate", func(n int) func(context.Context) error { return rate.NewLimiter(rate.Limit(n), 10*n).Wait }),
		func(_ testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
			return reconciles(waits(rate.NewLimiter(plenty, 10*plenty).Wait, inner))
		}},
	{general("client-go's flowcontrol", func(n int) func(context.Context) error {
		return flowcontrol.NewTokenBucketRateLimiter(float32(n), 10*n).Wait
	}), func(_ testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
		return reconciles(waits(flowcontrol.NewTokenBucketRateLimiter(plenty, 10*plenty).Wait, inner))
	}},
	{general("failsafe-go", func(n int) func(context.Context) error {
		return failsafe.NewSmooth[any](uint(n), time.Second).AcquirePermit
	}), func(_ testing.TB, inner reconcile.Reconciler) func(reconcile.Request) {
		return reconciles(waits(failsafe.NewBursty[any](plenty, time.Second).AcquirePermit, inner))
	}},
}

func reconciles(r reconcile.Reconciler) func(reconcile.Request) {
	return func(req reconcile.Request) { _, _ = r.Reconcile(context.Background(), req) }
}

// row is what was measured of one limiter.
type row struct {
	system      string
	pass        time.Duration
	allocations int // of a pass
	memory      int // that is left after a million objects, in bytes
	total       int // reconciles of a minute in which 700 are allowed
	busy, quiet int // of those, of the controller with a hundred objects and of that with five
}

// TestComparison measures the limiters side by side, and writes the table of the guide's last part.
func TestComparison(t *testing.T) {
	if testing.Short() {
		t.Skip("a million objects")
	}
	var rows []row
	for _, c := range contenders {
		r := row{system: c.name}
		synctest.Test(t, func(t *testing.T) { r.total, r.busy, r.quiet = share(t, c.system) })
		pass := c.pass(t, reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) { return reconcile.Result{}, nil }))
		request := simulation.Request("object")
		r.pass = quickest(func() { pass(request) })[0] / eachRound
		r.allocations = int(testing.AllocsPerRun(1000, func() { pass(request) }))
		before := heap()
		for i := range 1_000_000 {
			pass(simulation.Request(fmt.Sprint("object-", i)))
		}
		r.memory = heap() - before
		runtime.KeepAlive(pass)
		rows = append(rows, r)
	}
	var table strings.Builder
	table.WriteString("\n| limiter | a pass | allocations | kept of 10^6 objects | reconciles of 700 allowed | busy and quiet controller " +
		"|\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&table, "| %s | %d ns | %d | %.1f MB | %d | %d and %d |\n",
			r.system, r.pass.Nanoseconds(), r.allocations, float64(r.memory)/1e6, r.total, r.busy, r.quiet)
	}
	t.Log(table.String())

	ours := rows[0] // the times are not held to anything: they are the machine's too
	if ours.allocations != 0 {
		t.Errorf("a pass allocates %d times", ours.allocations)
	}
	if ours.memory > 1<<20 {
		t.Errorf("%d bytes are left of a million objects", ours.memory)
	}
	if ours.total > 700 || ours.total < 698 || ours.busy-ours.quiet > 105 {
		t.Errorf("%d reconciles, %d and %d: want 700 in equal parts after the first hundred", ours.total, ours.busy, ours.quiet)
	}
}

// share is how many reconciles two controllers make in a minute that both always have something to do:
// one for a hundred objects, one for five.
func share(t *testing.T, s system) (total, busy, quiet int) {
	options := s.start(t)
	var logs []*simulation.Log
	var all []simulation.Controller
	for i, objects := range []int{100, 5} {
		log, name := simulation.NewLog(), fmt.Sprint("controller-", i)
		logs = append(logs, log)
		all = append(all, simulation.Controller{Name: name, Options: options(name, log.Reconciler(nil)), Sources: []source.Source{
			simulation.Storm(simulation.Objects(name, objects), 20*time.Millisecond),
		}})
	}
	run(t, time.Minute, all...)
	busy, quiet = len(logs[0].Entries()), len(logs[1].Entries())
	return busy + quiet, busy, quiet
}
