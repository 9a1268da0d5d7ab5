// Package turns has reconcilers that are to come back after an interval. Their jitter goes where the delay is written.
package turns

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// A Literal reconciler writes its delay into a Result.
type Literal struct{ Every time.Duration }

// Reconcile asks for the next turn.
func (r *Literal) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: r.Every / 2}, nil
}

// An Assigned reconciler sets its delay.
type Assigned struct{ Every time.Duration }

// Reconcile asks for the next turn.
func (r *Assigned) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	var result ctrl.Result
	result.RequeueAfter = r.Every
	return result, nil
}
