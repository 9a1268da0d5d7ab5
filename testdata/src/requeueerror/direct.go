// Package requeueerror returns Results beside errors: some pairs arrive at
// controller-runtime, others are taken apart on the way.
package requeueerror

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// steps are what the reconcilers do; nothing is known of their errors.
type steps interface {
	Do(context.Context) error
	Find(context.Context) (string, error)
	Next(context.Context) (time.Duration, error)
	Run(context.Context) (ctrl.Result, error)
}

const interval = 30 * time.Second

type literal struct{ steps }

func (r *literal) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error drops RequeueAfter .30s.: the retry comes when the queue.s limiter says, which is after 5 ms, 10 ms, … up to 1000 s if nobody sets another; return nil with the RequeueAfter, or the error with an empty Result"
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

type requeue struct{ steps }

func (r *requeue) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return reconcile.Result{Requeue: true}, err // want RL4001:"drops Requeue: .* logs a warning"
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{Requeue: false}, err
	}
	return ctrl.Result{Requeue: true}, nil
}

type knownNil struct{ steps }

func (r *knownNil) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	err := r.Do(ctx)
	if err == nil {
		return ctrl.Result{RequeueAfter: interval}, err
	}
	return ctrl.Result{RequeueAfter: 0}, err
}

type knownNilAfter struct{ steps }

func (r *knownNilAfter) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	name, err := r.Find(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if name == "" {
		return ctrl.Result{RequeueAfter: interval}, err
	}
	return ctrl.Result{}, nil
}

type inPlace struct{ steps }

func (r *inPlace) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx) // want RL4001:"where this error is not nil, it drops RequeueAfter .30s."
}

type madeHere struct{}

func (madeHere) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return ctrl.Result{RequeueAfter: interval}, fmt.Errorf("no name in %s", req) // want RL4001:"returning an error"
	}
	return ctrl.Result{RequeueAfter: interval}, errors.New("not done") // want RL4001:"returning an error"
}

type variable struct{ steps }

func (r *variable) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	if req.Namespace == "" {
		result.RequeueAfter = time.Minute
	}
	if err := r.Do(ctx); err != nil {
		return result, err // want RL4001:"RequeueAfter .1m."
	}
	return result, nil
}

type stillZero struct{ steps }

func (r *stillZero) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var result ctrl.Result
	if err := r.Do(ctx); err != nil {
		return result, err
	}
	result.RequeueAfter = time.Minute
	return result, nil
}

type setBack struct{ steps }

func (r *setBack) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{RequeueAfter: time.Minute}
	err := r.Do(ctx)
	if err != nil {
		result = ctrl.Result{}
	}
	return result, err
}

type setBackField struct{ steps }

func (r *setBackField) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{RequeueAfter: time.Minute}
	err := r.Do(ctx)
	if err != nil {
		result.RequeueAfter = 0
	}
	return result, err
}

type durationOfSuccess struct{ steps }

func (r *durationOfSuccess) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var after time.Duration
	err := r.Do(ctx)
	if err == nil {
		after = interval
	}
	return ctrl.Result{RequeueAfter: after}, err
}

type durationOfFailure struct{ steps }

func (r *durationOfFailure) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var after time.Duration
	err := r.Do(ctx)
	if err != nil {
		after = interval
	}
	return ctrl.Result{RequeueAfter: after}, err // want RL4001:"returning an error"
}

type requeueIfFailed struct{ steps }

func (r *requeueIfFailed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := r.Do(ctx)
	return ctrl.Result{Requeue: err != nil}, err // want RL4001:"drops Requeue"
}

type requeueIfDone struct{ steps }

func (r *requeueIfDone) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := r.Do(ctx)
	return ctrl.Result{Requeue: err == nil}, err
}

type configured struct {
	steps
	after time.Duration
}

func (r *configured) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: r.after}, err // want RL4001:"drops RequeueAfter: .* return nil with the RequeueAfter" RL4005:"is always 0"
	}
	return ctrl.Result{RequeueAfter: r.after}, nil
}

type checkedDuration struct {
	steps
	after time.Duration
}

func (r *checkedDuration) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	after := r.after // want RL4005:"is always 0"
	if after > 0 {
		return ctrl.Result{RequeueAfter: after}, nil
	}
	return ctrl.Result{RequeueAfter: after}, r.Do(ctx)
}

type ignoringNotFound struct{ steps }

func (r *ignoringNotFound) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, client.IgnoreNotFound(err) // want RL4001:"where this error is not nil"
	}
	return ctrl.Result{}, client.IgnoreNotFound(r.Do(ctx))
}

type notFound struct{ steps }

func (r *notFound) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := r.Do(ctx)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	if !apierrors.IsConflict(err) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

type terminal struct{ steps }

func (r *terminal) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, reconcile.TerminalError(err) // want RL4001:"TerminalError drops RequeueAfter .30s.: controller-runtime v[0-9.]+ does not retry the request at all"
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, reconcile.TerminalError(err)
	}
	return ctrl.Result{}, nil
}

type comparison struct{ steps }

func (r *comparison) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	if req.Namespace == "" {
		result.RequeueAfter = interval
	}
	if result != (ctrl.Result{}) {
		return result, nil
	}
	return result, r.Do(ctx)
}

type isZero struct{ steps }

func (r *isZero) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	if req.Namespace == "" {
		result = ctrl.Result{RequeueAfter: interval}
	}
	if result.IsZero() {
		return result, r.Do(ctx)
	}
	return result, r.Do(ctx) // want RL4001:"where this error is not nil"
}
