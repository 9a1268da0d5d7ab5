// Package far has a reconciler that polls, as libraries have one: with functional options, a hook and a default.
package far

import (
	"context"
	"math/rand"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const defaultInterval = time.Minute

// A Reconciler looks at a far side now and then.
type Reconciler struct {
	client   client.Client
	observe  func(context.Context) (bool, error)
	interval time.Duration
	hook     func(time.Duration) time.Duration
}

// An Option changes a Reconciler.
type Option func(*Reconciler)

// WithInterval sets how often each object is looked at.
func WithInterval(d time.Duration) Option { return func(r *Reconciler) { r.interval = d } }

// WithJitter makes that differ by chance.
func WithJitter(d time.Duration) Option {
	return WithIntervalHook(func(interval time.Duration) time.Duration {
		return interval + time.Duration((rand.Float64()-0.5)*2*float64(d))
	})
}

// WithIntervalHook sets what makes an interval of the one that is set.
func WithIntervalHook(hook func(time.Duration) time.Duration) Option {
	return func(r *Reconciler) { r.hook = hook }
}

// WithObserver sets what looks.
func WithObserver(observe func(context.Context) (bool, error)) Option {
	return func(r *Reconciler) { r.observe = observe }
}

func plain(d time.Duration) time.Duration { return d }

// New returns a Reconciler.
func New(mgr ctrl.Manager, options ...Option) *Reconciler {
	r := &Reconciler{client: mgr.GetClient(), interval: defaultInterval, hook: plain}
	for _, o := range options {
		o(r)
	}
	return r
}

// Reconcile asks for the next look where the present one did not fail.
func (r *Reconciler) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	done, err := r.observe(ctx)
	if err != nil {
		return ctrl.Result{RequeueAfter: 3 * time.Second}, nil // want RL4012:"an error of r.observe"
	}
	after := r.hook(r.interval)
	if !done {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: after}, r.client.Status().Update(ctx, nil) // want RL4001:"drops RequeueAfter"
}
