// Package middleware asks a limiter in each of the ways there are.
package middleware

import (
	"context"
	"errors"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/homegrown/bucket"
)

// Allow fails reconciles that find no token.
type Allow struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile calls the wrapped reconciler if there is a token.
func (a *Allow) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if !a.Limiter.Allow() {
		return reconcile.Result{}, errors.New("no token")
	}
	return a.Inner.Reconcile(ctx, req)
}

// Reserve returns a reconciler that asks to be called again when it has a token.
func Reserve(inner reconcile.Reconciler, limiter *rate.Limiter) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		reservation := limiter.Reserve()
		if delay := reservation.Delay(); delay > 0 {
			reservation.Cancel()
			return reconcile.Result{RequeueAfter: delay}, nil
		}
		return inner.Reconcile(ctx, req)
	})
}

// When asks a limiter of the workqueue's kind, in a method of its own.
type When struct {
	name    string
	inner   reconcile.Reconciler
	limiter workqueue.TypedRateLimiter[string]
}

// NewWhen wraps inner.
func NewWhen(name string, inner reconcile.Reconciler, limiter workqueue.TypedRateLimiter[string]) *When {
	return &When{name: name, inner: inner, limiter: limiter}
}

// Reconcile calls the wrapped reconciler, or asks to be called again.
func (w *When) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if result, wait := w.delay(req); wait {
		return result, nil // want RL4012:"this wrapper answers"
	}
	return w.inner.Reconcile(ctx, req)
}

func (w *When) delay(req reconcile.Request) (reconcile.Result, bool) {
	d := w.limiter.When(w.name + "/" + req.String())
	return reconcile.Result{RequeueAfter: d}, d > 0
}

// Shared wraps any number of reconcilers with one limiter.
type Shared struct {
	Limiter *rate.Limiter
}

// Wrap returns a reconciler that waits for a token first.
func (s Shared) Wrap(inner reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		if err := s.Limiter.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
		return inner.Reconcile(ctx, req)
	})
}

// Unused holds a limiter and does not ask it.
type Unused struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile calls the wrapped reconciler.
func (u *Unused) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	return u.Inner.Reconcile(ctx, req)
}

// Costly computes for long before it takes a token, which it does at each of two places.
type Costly struct {
	Inner  reconcile.Reconciler
	Bucket *bucket.Interval

	sum int
}

// Reconcile takes a token and calls the wrapped reconciler, for some requests after a look at them.
func (c *Costly) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if req.Namespace == "" {
		c.take(ctx)
		return c.Inner.Reconcile(ctx, req)
	}
	c.take(ctx)
	return c.Inner.Reconcile(ctx, req)
}

func (c *Costly) take(ctx context.Context) {
	for i := range 1000 {
		c.sum += i * i
	}
	_ = c.Bucket.Take(ctx)
}
