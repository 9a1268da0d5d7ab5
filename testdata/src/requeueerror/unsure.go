package requeueerror

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	kerrors "k8s.io/apimachinery/pkg/util/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// statusRequeue comes back with the queue's back-off whether the update fails or not.
type statusRequeue struct{ steps }

func (r *statusRequeue) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Namespace == "" {
		return reconcile.Result{Requeue: true}, reconcile.TerminalError(r.Do(ctx)) // want RL4001:"a TerminalError drops Requeue"
	}
	return reconcile.Result{Requeue: true}, r.Do(ctx)
}

// An answer is what was found out of an object, for summarize to make of it what the reconciler returns.
type answer struct {
	ready bool
	err   error
}

// kept has an error in a field: which Result goes with it is not known.
type kept struct{ steps }

func (r *kept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	a := &answer{}
	r.look(ctx, a)
	return summarize(a)
}

func (r *kept) look(ctx context.Context, a *answer) {
	_, a.err = r.Find(ctx)
	a.ready = a.err == nil
}

func summarize(a *answer) (ctrl.Result, error) {
	var result ctrl.Result
	if a.ready {
		result.RequeueAfter = interval
	}
	return judged(result, a.err)
}

func judged(result ctrl.Result, err error) (ctrl.Result, error) {
	if err == nil && result.IsZero() {
		return ctrl.Result{RequeueAfter: interval}, nil
	}
	if _, missing := err.(*meta.NoKindMatchError); missing {
		return ctrl.Result{}, nil
	}
	return result, err
}

// tested looks at the error in the field.
type tested struct{ steps }

func (r *tested) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	a := &answer{}
	(&kept{r.steps}).look(ctx, a)
	if err := a.err; err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error drops RequeueAfter .30s."
	}
	return ctrl.Result{}, nil
}

// handed hands on what it has tested.
type handed struct{ steps }

func (r *handed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	a := &answer{}
	(&kept{r.steps}).look(ctx, a)
	if err := a.err; err != nil {
		return postponed(err)
	}
	return ctrl.Result{}, nil
}

func postponed(err error) (ctrl.Result, error) {
	if err == nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
}

// patched has a deferred call that joins its error to what a helper returns beside a Result.
type patched struct{ steps }

func (r *patched) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if patchErr := r.Do(ctx); patchErr != nil {
			err = kerrors.NewAggregate([]error{err, patchErr})
		}
	}()
	return r.all(ctx)
}

func (r *patched) all(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx) // want RL4001:"where this error is not nil"
}

// listed keeps one of several errors.
type listed struct{ steps }

func (r *listed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	list := []error{r.Do(ctx), r.Do(ctx)}
	for _, err := range list {
		if err != nil {
			return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
		}
	}
	return ctrl.Result{RequeueAfter: interval}, list[0]
}

// mapped goes through a map of errors.
type mapped struct {
	steps
	failed map[string]error
}

func (r *mapped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, err := range r.failed {
		if err != nil {
			return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
		}
	}
	return ctrl.Result{RequeueAfter: interval}, r.failed[req.Name]
}

// twice compares the field and then returns it.
type twice struct {
	steps
	err error
}

func (r *twice) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if r.err != nil {
		return ctrl.Result{RequeueAfter: interval}, r.err // want RL4001:"returning an error"
	}
	return ctrl.Result{RequeueAfter: interval}, r.err
}

// overwritten sets the field in between.
type overwritten struct {
	steps
	err error
}

func (r *overwritten) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if r.err != nil {
		r.err = nil
		return ctrl.Result{RequeueAfter: interval}, r.err
	}
	return ctrl.Result{}, r.Do(ctx)
}
