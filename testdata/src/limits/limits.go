// Package limits is a provider framework in small: cases that show something
// else take their limits from it, so that only the pattern shown can be wrong.
package limits

import (
	"context"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Options holds the limits that every controller of a program shares.
type Options struct {
	MaxConcurrentReconciles int
	Global                  *rate.Limiter
}

// NewOptions returns the limits that one maximum reconcile rate stands for.
func NewOptions(maxReconcileRate int) Options {
	return Options{MaxConcurrentReconciles: maxReconcileRate, Global: NewGlobal(maxReconcileRate)}
}

// ForControllerRuntime returns the part of o that controller-runtime takes.
func (o Options) ForControllerRuntime() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		RateLimiter:             NewController(),
	}
}

// NewGlobal returns a bucket of rps tokens a second for all controllers.
func NewGlobal(rps int) *rate.Limiter { return rate.NewLimiter(rate.Limit(rps), rps*10) }

// NewController returns the back-off of one controller.
func NewController() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
}

// Reconciler takes a token before each call of the reconciler it wraps.
type Reconciler struct {
	inner  reconcile.Reconciler
	global *rate.Limiter
}

// NewReconciler wraps inner, so that it takes a token of global each time.
func NewReconciler(inner reconcile.Reconciler, global *rate.Limiter) *Reconciler {
	return &Reconciler{inner: inner, global: global}
}

// Reconcile waits for a token, then calls the wrapped reconciler.
func (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if err := r.global.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.inner.Reconcile(ctx, req)
}
