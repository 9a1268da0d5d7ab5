package requeueerror

import (
	"context"
	"errors"
	"fmt"

	ctrl "sigs.k8s.io/controller-runtime"
)

var errSecond = errors.New("second")

// brought has the delay of a helper that has succeeded, and goes on with it: it was not meant for the errors that come then.
type brought struct{ steps }

func (r *brought) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.later(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Do(ctx); err != nil {
		return result, err // want RL4001:"returning an error"
	}
	if result.RequeueAfter > 0 {
		return result, errSecond // want RL4001:"returning an error"
	}
	return result, nil
}

func (r *brought) later(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

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
