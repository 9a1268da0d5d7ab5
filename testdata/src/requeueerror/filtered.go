package requeueerror

import (
	"context"
	"errors"

	ctrl "sigs.k8s.io/controller-runtime"
)

var errWaiting = errors.New("something is not there yet")

// ignore returns nil for errors that are one of others.
func ignore(err error, others ...error) error {
	if oneOf(err, others...) {
		return nil
	}
	return err
}

func oneOf(err error, others ...error) bool {
	for _, other := range others {
		if errors.Is(err, other) {
			return true
		}
	}
	return false
}

// filtered has a deferred call that drops the errors it names.
type filtered struct{ steps }

func (r *filtered) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() { err = ignore(err, errWaiting) }()
	if req.Namespace == "" {
		return ctrl.Result{RequeueAfter: interval}, errWaiting
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"where this error is not nil"
	}
	return ctrl.Result{}, nil
}

// patchedAfter patches after that.
type patchedAfter struct{ steps }

func (r *patchedAfter) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() { // want RL4001:"where this deferred call"
		err = ignore(err, errWaiting)
		if patchErr := r.Do(ctx); patchErr != nil {
			err = errors.Join(err, patchErr)
		}
	}()
	return ctrl.Result{RequeueAfter: interval}, errWaiting
}

// polled has a deferred call that sets the Result, whatever the error is.
type polled struct{ steps }

func (r *polled) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() { // want RL4001:"where this deferred call sets an error or a Result, the error drops RequeueAfter .30s."
		if result == (ctrl.Result{}) {
			result = ctrl.Result{RequeueAfter: interval}
		}
	}()
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	if name, err := r.Find(ctx); err != nil || name == "" {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}
