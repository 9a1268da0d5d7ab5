package requeueerror

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// parsed waits for as long as a text says, which may be in a wrong form: what comes beside that error is 0.
type parsed struct {
	steps
	Text string
}

func (r *parsed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	var after time.Duration
	if r.Text != "" {
		d, err := time.ParseDuration(r.Text)
		if err != nil {
			return ctrl.Result{RequeueAfter: d}, err
		}
		after = d
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: after}, err // want RL4001:"returning an error"
	}
	return ctrl.Result{RequeueAfter: after}, nil
}

// parsedAgain looks at the error of another text only, and at the length.
type parsedAgain struct {
	steps
	First, Second string
}

func (r *parsedAgain) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	first, firstErr := time.ParseDuration(r.First)
	second, err := time.ParseDuration(r.Second)
	if err != nil {
		return ctrl.Result{}, err
	}
	if second == 0 {
		return ctrl.Result{RequeueAfter: second}, r.Do(ctx)
	}
	return ctrl.Result{RequeueAfter: first}, firstErr
}
