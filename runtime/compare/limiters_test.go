package compare

import (
	"context"
	"testing"
	"time"

	crossplane "github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	crossplanev2 "github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

// maxReconcileRate is the limit of those that have one, with bursts of ten
// times as many and as many workers.
const maxReconcileRate = 10

// A system builds the controllers of one manager under one way of limiting them.
type system struct {
	name string
	// start returns a function that gives the options of one more controller.
	start func(t *testing.T) func(name string, inner reconcile.Reconciler) controller.Options
}

// withQueueLimiter is a system without a middleware.
func withQueueLimiter(name string, limiter func() workqueue.TypedRateLimiter[reconcile.Request]) system {
	return system{name, func(*testing.T) func(string, reconcile.Reconciler) controller.Options {
		return func(_ string, inner reconcile.Reconciler) controller.Options {
			return controller.Options{
				Reconciler:              inner,
				RateLimiter:             limiter(),
				MaxConcurrentReconciles: maxReconcileRate,
			}
		}
	}}
}

var (
	noLimiter = withQueueLimiter("no limiter", func() workqueue.TypedRateLimiter[reconcile.Request] {
		return workqueue.NewTypedMaxOfRateLimiter[reconcile.Request]()
	})
	newDefault = withQueueLimiter("controller-runtime from v0.23", func() workqueue.TypedRateLimiter[reconcile.Request] {
		return nil
	})
	oldDefault = withQueueLimiter("controller-runtime up to v0.22", func() workqueue.TypedRateLimiter[reconcile.Request] {
		return workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]()
	})
	crossplaneRuntime = system{"crossplane-runtime", func(*testing.T) func(string, reconcile.Reconciler) controller.Options {
		global := crossplane.NewGlobal(maxReconcileRate)
		return func(name string, inner reconcile.Reconciler) controller.Options {
			return controller.Options{
				Reconciler:              crossplane.NewReconciler(name, inner, global),
				RateLimiter:             crossplane.NewController(),
				MaxConcurrentReconciles: maxReconcileRate,
			}
		}
	}}
	thisLibrary = system{"this library", func(t *testing.T) func(string, reconcile.Reconciler) controller.Options {
		limits, err := ratelimiter.New(maxReconcileRate)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, limits)
		return func(name string, inner reconcile.Reconciler) controller.Options {
			r, err := ratelimiter.NewReconciler(name, inner, limits)
			if err != nil {
				t.Fatal(err)
			}
			o := r.ControllerOptions()
			o.Reconciler = r
			return o
		}
	}}
)

// fill waits until the bucket of new limits is full, of which a reconcile asks for the first time. In a
// bubble of synctest that takes no time.
func fill(t testing.TB, limits *ratelimiter.Limits) {
	t.Helper()
	first, err := ratelimiter.NewReconciler("first", reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		return reconcile.Result{}, nil
	}), limits)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Reconcile(context.Background(), reconcile.Request{}); err != nil {
		t.Fatal(err)
	}
	first.Close()
	time.Sleep(11 * time.Second) // it holds what accrues in ten, and one token was taken in advance
}

// dropInLimiter is NewGlobalRateLimiter with a full bucket at the start, as
// crossplane-runtime's limiter has one.
func dropInLimiter(t *testing.T, rate int) workqueue.TypedRateLimiter[string] {
	t.Helper()
	limits, err := ratelimiter.New(rate)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, limits)
	return limits.GlobalRateLimiter(nil)
}

// The drop-in: crossplane-runtime's middleware and queue limiter as they are, v1 and
// v2, around this library's global limiter.
var (
	dropIn = system{"drop-in, crossplane-runtime v1", func(t *testing.T) func(string, reconcile.Reconciler) controller.Options {
		global := dropInLimiter(t, maxReconcileRate)
		return func(name string, inner reconcile.Reconciler) controller.Options {
			return controller.Options{
				Reconciler:              crossplane.NewReconciler(name, inner, global),
				RateLimiter:             crossplane.NewController(),
				MaxConcurrentReconciles: maxReconcileRate,
			}
		}
	}}
	dropInV2 = dropInAt(maxReconcileRate)
)

func dropInAt(rate int) system {
	return system{"drop-in, crossplane-runtime v2", func(t *testing.T) func(string, reconcile.Reconciler) controller.Options {
		global := dropInLimiter(t, rate)
		return func(name string, inner reconcile.Reconciler) controller.Options {
			return controller.Options{
				Reconciler:              crossplanev2.NewReconciler(name, inner, global),
				RateLimiter:             crossplanev2.NewController(),
				MaxConcurrentReconciles: rate,
			}
		}
	}}
}

// reconcileTime is how long a reconcile takes that does something.
const reconcileTime = 10 * time.Millisecond
