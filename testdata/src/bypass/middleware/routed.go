package middleware

import (
	"context"
	"sync/atomic"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Routed has one reconciler for the system's objects and one for the others.
type Routed struct{ System, Other reconcile.Reconciler }

// Reconcile implements reconcile.Reconciler.
func (r *Routed) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	next := r.Other
	if req.Namespace == "kube-system" {
		next = r.System
	}
	return next.Reconcile(ctx, req)
}

// Sampled has another reconciler for each tenth request.
type Sampled struct {
	Usual, Sometimes reconcile.Reconciler
	seen             atomic.Int64
}

// Reconcile implements reconcile.Reconciler.
func (s *Sampled) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	next := s.Usual
	if s.seen.Add(1)%10 == 0 {
		next = s.Sometimes
	}
	return next.Reconcile(ctx, req)
}
