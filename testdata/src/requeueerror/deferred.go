package requeueerror

import (
	"context"
	"errors"
	"time"

	kerrors "k8s.io/apimachinery/pkg/util/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type named struct{ steps }

func (r *named) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	result.RequeueAfter = interval
	if err = r.Do(ctx); err != nil {
		return // want RL4001:"returning an error"
	}
	return
}

type deferredError struct{ steps }

func (r *deferredError) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() { // want RL4001:"where this deferred call sets an error or a Result, the error drops RequeueAfter:"
		if statusErr := r.Do(ctx); statusErr != nil && err == nil {
			err = statusErr
		}
	}()
	name, err := r.Find(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if name == "" {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

// deferredRequeue comes back with the queue's back-off whether its deferred call fails or not.
type deferredRequeue struct{ steps }

func (r *deferredRequeue) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if statusErr := r.Do(ctx); statusErr != nil {
			err = statusErr
		}
	}()
	return ctrl.Result{Requeue: true}, nil
}

// deferredJoin has an error of its own that may be nil beside Requeue, which the deferred call does not change.
type deferredJoin struct{ steps }

func (r *deferredJoin) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if closeErr := r.Do(ctx); closeErr != nil {
			err = errors.Join(err, closeErr)
		}
	}()
	return ctrl.Result{Requeue: true}, r.Do(ctx)
}

type deferredSound struct{ steps }

func (r *deferredSound) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if statusErr := r.Do(ctx); statusErr != nil {
			result, err = ctrl.Result{}, statusErr
		}
	}()
	return ctrl.Result{RequeueAfter: interval}, nil
}

type deferredSwallow struct{ steps }

func (r *deferredSwallow) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if err != nil {
			ctrl.LoggerFrom(ctx).Error(err, "cannot reconcile")
			err = nil
		}
	}()
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

type deferredHandler struct{ steps }

func (r *deferredHandler) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() { result, err = handled(result, err) }()
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

func handled(result ctrl.Result, err error) (ctrl.Result, error) {
	if err == nil {
		return result, nil
	}
	if errors.Is(err, errNotReady) {
		return result, nil
	}
	return ctrl.Result{}, err
}

type joined struct{ steps }

func (r *joined) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() { err = errors.Join(err, r.Do(ctx)) }() // want RL4001:"where this deferred call sets an error or a Result, the error drops RequeueAfter .30s."
	return ctrl.Result{RequeueAfter: interval}, nil
}

// several joins errors of which none is left where the Result asks for anything.
type several struct{ steps }

func (r *several) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	first, second := r.Do(ctx), r.Do(ctx)
	if first == nil && second == nil {
		return ctrl.Result{RequeueAfter: interval}, errors.Join(first, second)
	}
	if first != nil {
		return ctrl.Result{RequeueAfter: interval}, kerrors.NewAggregate([]error{first, second}) // want RL4001:"returning an error"
	}
	return ctrl.Result{}, second
}

// A bundle is an error that may be nil.
type bundle struct{ errs []error }

func (b *bundle) Error() string { return errors.Join(b.errs...).Error() }

func (b *bundle) orNil() error {
	if b == nil {
		return nil
	}
	return b
}

type bundled struct{ steps }

func (r *bundled) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.wait(ctx)
	if err != nil || !result.IsZero() {
		var all *bundle
		if err != nil {
			all = &bundle{[]error{err}}
		}
		return result, all.orNil()
	}
	return ctrl.Result{}, nil
}

func (r *bundled) wait(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

type closure struct{ steps }

func (r *closure) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	var result ctrl.Result
	set := func() { result.RequeueAfter = interval }
	set()
	return result, r.Do(ctx) // want RL4001:"where this error is not nil"
}

type returningClosure struct{ steps }

func (r *returningClosure) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	fail := func(err error) (ctrl.Result, error) {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"where this error is not nil"
	}
	if err := r.Do(ctx); err != nil {
		return fail(err)
	}
	return ctrl.Result{}, nil
}

// function is a reconciler made of a function.
func function(r steps) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
		return ctrl.Result{RequeueAfter: interval}, r.Do(ctx) // want RL4001:"where this error is not nil"
	})
}

// A stage is one of several implementations.
type stage interface {
	Run(ctx context.Context) (ctrl.Result, error)
}

type stages struct{ list []stage }

func (r *stages) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, s := range r.list {
		if result, err := s.Run(ctx); err != nil || !result.IsZero() {
			return result, err
		}
	}
	return ctrl.Result{}, nil
}

type soundStage struct{ steps }

func (s *soundStage) Run(ctx context.Context) (ctrl.Result, error) {
	if err := s.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

type brokenStage struct{ steps }

func (s *brokenStage) Run(ctx context.Context) (ctrl.Result, error) {
	if err := s.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	return ctrl.Result{}, nil
}

// A typed reconciler gets other requests.
type typed struct{ steps }

func (r *typed) Reconcile(ctx context.Context, request string) (reconcile.Result, error) {
	if err := r.Do(ctx); err != nil {
		return reconcile.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	return reconcile.Result{}, nil
}

// inner has a method of the name and the signature, and is no reconciler: outer calls it.
type inner struct{ steps }

func (r *inner) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

type outer struct{ inner *inner }

func (r *outer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result, err := r.inner.Reconcile(ctx, req)
	if err != nil {
		return ctrl.Result{}, err
	}
	return result, nil
}

// unused returns a pair that no reconciler passes on.
func unused(ctx context.Context, r steps) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

type looping struct{ steps }

func (r *looping) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	var result ctrl.Result
	var failed error
	for range 3 {
		if name, err := r.Find(ctx); err != nil {
			failed = err
		} else if name == "" {
			result.RequeueAfter = interval
		}
	}
	return result, failed // want RL4001:"where this error is not nil"
}
