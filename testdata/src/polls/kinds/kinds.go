// Package kinds has reconcilers that ask for their requests again in other ways.
package kinds

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
)

const short, long = 5 * time.Second, 2 * time.Hour

// A Waiting reconciler asks after one of two constants.
type Waiting struct{ ready func() bool }

// Reconcile waits shorter for what is not ready.
func (r *Waiting) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	result.RequeueAfter = long
	if !r.ready() {
		return ctrl.Result{RequeueAfter: short}, nil
	}
	return result, nil
}

// A Helped reconciler leaves it to others.
type Helped struct {
	Options struct{ Interval time.Duration }
}

// Reconcile hands half of the interval on.
func (r *Helped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return r.finish(ctx, r.Options.Interval/2)
}

func (r *Helped) finish(_ context.Context, after time.Duration) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: wait.Jitter(after, 0.1)}, nil
}

// A Failing reconciler has a delay for errors alone.
type Failing struct{ do func() error }

// Reconcile does not poll.
func (r *Failing) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	err := r.do()
	switch {
	case apierrors.IsConflict(err):
		return ctrl.Result{RequeueAfter: short}, nil
	case err == nil:
		return ctrl.Result{}, nil
	}
	return answer(err)
}

func answer(err error) (ctrl.Result, error) {
	if err == nil {
		return ctrl.Result{}, nil
	}
	switch err.(type) {
	case *apierrors.StatusError:
		return ctrl.Result{RequeueAfter: long}, nil
	}
	return ctrl.Result{RequeueAfter: short}, nil
}

// A Step is one of several that a reconciler takes.
type Step interface {
	Run(context.Context) (ctrl.Result, error)
}

// A Stepping reconciler asks when its steps say.
type Stepping struct{ Steps []Step }

// Reconcile takes the steps.
func (r *Stepping) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, s := range r.Steps {
		if result, err := s.Run(ctx); err != nil || !result.IsZero() {
			return result, err
		}
	}
	return ctrl.Result{}, nil
}
