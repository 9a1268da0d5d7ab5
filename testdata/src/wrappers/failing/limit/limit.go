// Package limit has limits for controllers, and wraps reconcilers for requests of any type, or refuses to.
package limit

import (
	"context"
	"errors"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Options holds the limits that every controller of a program shares.
type Options struct {
	Workers int
	Global  *rate.Limiter
}

// ForController returns the part of o that controller-runtime takes.
func (o Options) ForController() controller.Options {
	return controller.Options{
		MaxConcurrentReconciles: o.Workers,
		RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
	}
}

// Reconciler takes a token before each call of the reconciler it wraps.
type Reconciler[request comparable] struct {
	inner  reconcile.TypedReconciler[request]
	global *rate.Limiter
}

// NewReconciler wraps inner, so that it takes a token of global each time.
func NewReconciler[request comparable](name string, inner reconcile.TypedReconciler[request], global *rate.Limiter, options ...func()) (*Reconciler[request], error) {
	if name == "" {
		return nil, errors.New("no name")
	}
	for _, option := range options {
		option()
	}
	return &Reconciler[request]{inner: inner, global: global}, nil
}

// Reconcile waits for a token, then calls the wrapped reconciler.
func (r *Reconciler[request]) Reconcile(ctx context.Context, req request) (reconcile.Result, error) {
	if err := r.global.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.inner.Reconcile(ctx, req)
}
