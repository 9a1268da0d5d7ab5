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

// chosen has the sooner of two Results, and goes on with it.
type chosen struct{ steps }

func (r *chosen) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result := sooner(ctrl.Result{RequeueAfter: interval}, ctrl.Result{RequeueAfter: 2 * interval})
	if err := r.Do(ctx); err != nil {
		return result, fmt.Errorf("chosen: %w", err) // want RL4001:"returning an error"
	}
	return result, nil
}

func sooner(a, b ctrl.Result) ctrl.Result {
	if a.RequeueAfter < b.RequeueAfter {
		return a
	}
	return b
}

// shortened has the delay of one helper, and that of another if it is shorter.
type shortened struct{ brought }

func (r *shortened) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.later(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	other, err := r.later(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if other.RequeueAfter > 0 && other.RequeueAfter < result.RequeueAfter {
		result.RequeueAfter = other.RequeueAfter
	}
	if err := r.Do(ctx); err != nil {
		return result, err // want RL4001:"returning an error"
	}
	return result, nil
}

// least has the shorter of two delays in a Result that it writes down.
type least struct{ brought }

func (r *least) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	first, err := r.later(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	second, err := r.later(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	result := ctrl.Result{RequeueAfter: min(first.RequeueAfter, second.RequeueAfter)}
	if err := r.Do(ctx); err != nil {
		return result, err // want RL4001:"returning an error"
	}
	return result, nil
}

// finishes hands its Result to a helper that writes the status: the error beside it is that of the write.
type finishes struct{ steps }

func (r *finishes) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return r.finish(ctx, ctrl.Result{RequeueAfter: interval}, nil) // want RL4001:"returning an error"
}

func (r *finishes) finish(ctx context.Context, result ctrl.Result, err error) (ctrl.Result, error) {
	if written := r.Do(ctx); written != nil && err == nil {
		return result, written
	}
	return result, err
}
