// Package middleware has reconcilers that ask a limiter on their way to another.
package middleware

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Switched asks if it is switched on.
type Switched struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
	On      bool
}

// Reconcile implements reconcile.Reconciler.
func (r *Switched) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if r.On {
		if err := r.Limiter.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return r.Inner.Reconcile(ctx, req)
}

// Optional asks if it has a limiter.
type Optional struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile implements reconcile.Reconciler.
func (r *Optional) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if r.Limiter == nil {
		return r.Inner.Reconcile(ctx, req)
	}
	if d := r.Limiter.Reserve().Delay(); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil // want RL4012:"this wrapper answers"
	}
	return r.Inner.Reconcile(ctx, req)
}

// Remembering lets a request through that it has put off before.
type Remembering struct {
	inner   reconcile.Reconciler
	limiter *rate.Limiter
	mu      sync.Mutex
	put     map[reconcile.Request]bool
}

// NewRemembering returns a Remembering around inner.
func NewRemembering(inner reconcile.Reconciler, limiter *rate.Limiter) *Remembering {
	return &Remembering{inner: inner, limiter: limiter, put: make(map[reconcile.Request]bool)}
}

// Reconcile implements reconcile.Reconciler.
func (r *Remembering) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if d := r.when(req); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil // want RL4012:"this wrapper answers"
	}
	return r.inner.Reconcile(ctx, req)
}

func (r *Remembering) when(req reconcile.Request) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.put[req] {
		delete(r.put, req)
		return 0
	}
	d := r.limiter.Reserve().Delay()
	if d > 0 {
		r.put[req] = true
	}
	return d
}

// EitherWay asks on both ways of a condition on the request.
type EitherWay struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile implements reconcile.Reconciler.
func (r *EitherWay) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	tokens := 1
	if req.Namespace == "" {
		tokens = 2
		if err := r.Limiter.WaitN(ctx, tokens); err != nil {
			return reconcile.Result{}, err
		}
	} else if !r.Limiter.Allow() {
		return reconcile.Result{RequeueAfter: time.Second}, nil
	}
	return r.Inner.Reconcile(ctx, req)
}

// ExceptSystem asks for what is not the system's.
type ExceptSystem struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile implements reconcile.Reconciler.
func (r *ExceptSystem) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if req.Namespace != "kube-system" {
		if err := r.Limiter.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return r.Inner.Reconcile(ctx, req)
}

// Annotated does not ask for objects that say so.
type Annotated struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
	Client  client.Client
}

// Reconcile implements reconcile.Reconciler.
func (r *Annotated) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	service := &corev1.Service{}
	if err := r.Client.Get(ctx, req.NamespacedName, service); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if service.Annotations["urgent"] == "true" {
		return r.Inner.Reconcile(ctx, req)
	}
	if err := r.Limiter.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.Inner.Reconcile(ctx, req)
}

// Afterwards asks when the work is done.
type Afterwards struct {
	Inner   reconcile.Reconciler
	Limiter *rate.Limiter
}

// Reconcile implements reconcile.Reconciler.
func (r *Afterwards) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	result, err := r.Inner.Reconcile(ctx, req)
	if waitErr := r.Limiter.Wait(ctx); err == nil {
		err = waitErr
	}
	return result, err
}

// A Gate holds requests back.
type Gate interface {
	Wait(ctx context.Context) error
}

// Waiting waits at a gate.
type Waiting struct {
	Inner reconcile.Reconciler
	Gate  Gate
}

// Reconcile implements reconcile.Reconciler.
func (r *Waiting) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if err := r.Gate.Wait(ctx); err != nil {
		return reconcile.Result{}, err
	}
	return r.Inner.Reconcile(ctx, req)
}

// Slots lets in so many at a time: it knows no time.
type Slots struct{ free chan struct{} }

// NewSlots returns n free slots.
func NewSlots(n int) *Slots { return &Slots{free: make(chan struct{}, n)} }

// Wait takes a slot.
func (s *Slots) Wait(ctx context.Context) error {
	select {
	case s.free <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Clock lets in one after the other, in equal intervals.
type Clock struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time
}

// NewClock returns a clock of rps ticks a second.
func NewClock(rps int) *Clock { return &Clock{interval: time.Second / time.Duration(rps)} }

// Wait waits for a tick.
func (c *Clock) Wait(ctx context.Context) error {
	c.mu.Lock()
	now := time.Now()
	if c.next.Before(now) {
		c.next = now
	}
	at := c.next
	c.next = at.Add(c.interval)
	c.mu.Unlock()
	select {
	case <-time.After(time.Until(at)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A Delayer says how long a request has to wait.
type Delayer interface {
	When(request reconcile.Request) time.Duration
}

// Delaying requeues requests that have to wait.
type Delaying struct {
	Inner reconcile.Reconciler
	Delay Delayer
}

// Reconcile asks first.
func (d *Delaying) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	if wait := d.Delay.When(request); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil // want RL4012:"this wrapper answers"
	}
	return d.Inner.Reconcile(ctx, request)
}

// Polite waits for a token, unless it has stopped.
type Polite struct {
	Limiter *rate.Limiter
	stopped context.Context
}

// When blocks until there is a token and returns 0, or returns an hour once it has stopped.
func (p *Polite) When(reconcile.Request) time.Duration {
	if p.stopped != nil && p.stopped.Err() != nil {
		return time.Hour
	}
	if err := p.Limiter.Wait(context.Background()); err != nil {
		return time.Hour
	}
	return 0
}
