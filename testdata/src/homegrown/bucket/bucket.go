// Package bucket hides the limiter behind an interface of its own.
package bucket

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Bucket gives out tokens.
type Bucket interface {
	Take(ctx context.Context) error
}

type limited struct{ limiter *rate.Limiter }

// Take waits for a token.
func (l limited) Take(ctx context.Context) error { return l.limiter.Wait(ctx) }

// New returns the bucket of limiter.
func New(limiter *rate.Limiter) Bucket { return limited{limiter} }

// Reconciler takes a token before each call of Inner.
type Reconciler struct {
	Inner  reconcile.Reconciler
	Bucket Bucket
}

// Reconcile takes a token and calls the wrapped reconciler.
func (r *Reconciler) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if err := r.Bucket.Take(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.Inner.Reconcile(ctx, req)
}

// NewOwn wraps inner with a bucket that nothing else takes from.
func NewOwn(inner reconcile.Reconciler, rps int) *Reconciler {
	return &Reconciler{Inner: inner, Bucket: New(rate.NewLimiter(rate.Limit(rps), 1))}
}

// Interval gives out tokens at times that it keeps itself.
type Interval struct {
	Every time.Duration

	mu   sync.Mutex
	next time.Time
}

// Take waits for a token.
func (i *Interval) Take(context.Context) error {
	i.mu.Lock()
	at := i.next
	i.next = time.Now().Add(i.Every)
	i.mu.Unlock()
	time.Sleep(time.Until(at)) //rllint:ignore RL4003 go vet shows it where the reconciler is
	return nil
}
