// Package contract has what decorators are generated for, and nothing that could limit.
package contract

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Reconciler is what is decorated.
type Reconciler interface {
	reconcile.Reconciler
}

// Plain is the same, written out.
type Plain interface {
	Reconcile(context.Context, reconcile.Request) (reconcile.Result, error)
}
