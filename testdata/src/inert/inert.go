// Package inert holds a reconciler that does nothing.
package inert

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Reconciler does nothing.
type Reconciler struct {
	Client client.Client
}

// Reconcile does nothing.
func (r *Reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}
