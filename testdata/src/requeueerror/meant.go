package requeueerror

import (
	"context"
	"fmt"

	ctrl "sigs.k8s.io/controller-runtime"
)

// meant has the delay of a helper for the error of that helper.
type meant struct{ steps }

func (r *meant) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.delayed(ctx)
	if err != nil {
		return result, fmt.Errorf("now: %w", err)
	}
	return result, nil
}

func (r *meant) delayed(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx) // want RL4001:"where this error is not nil"
}

// saysSo has a helper for its delay.
type saysSo struct{ steps }

func (r *saysSo) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return inTime(), err // want RL4001:"returning an error"
	}
	return ctrl.Result{}, nil
}

func inTime() ctrl.Result { return ctrl.Result{RequeueAfter: interval} }
