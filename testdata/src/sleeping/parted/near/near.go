// Package near has a reconciler that knows package far as an interface alone.
package near

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
)

// Waiter waits.
type Waiter interface {
	Await(ctx context.Context, name string) error
}

// Volumes waits for disks.
type Volumes struct{ Disks Waiter }

// Reconcile waits.
func (v *Volumes) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, v.Disks.Await(ctx, req.Name)
}
