package requeueerror

import (
	"context"
	"errors"
	"math/rand"

	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type ownVariable struct{ steps }

func (r *ownVariable) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	after := 2 * interval
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: after}, err // want RL4001:""
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: after}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type sharedVariable struct{ steps }

func (r *sharedVariable) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	after := 2 * interval
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: after}, err // want RL4001:""
	}
	return ctrl.Result{RequeueAfter: after}, nil
}

type written struct{ steps }

func (r *written) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return (reconcile.Result{Requeue: true, RequeueAfter: interval} /* soon */), err // want RL4001:""
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{ // want RL4001:""
			RequeueAfter: interval, // as the vendor asks
		}, err
	}
	return ctrl.Result{}, nil
}

type computed struct{ steps }

func (r *computed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: wait.Jitter(interval, rand.Float64())}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type asValue struct{ steps }

func (r *asValue) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, step := range []func(context.Context) (ctrl.Result, error){r.step} {
		if result, err := step(ctx); err != nil {
			return result, err
		}
	}
	return r.step(ctx)
}

func (r *asValue) step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type stepper interface {
	next(ctx context.Context) (ctrl.Result, error)
}

type byInterface struct{ steps }

func (r *byInterface) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.next(ctx)
}

func (r *byInterface) next(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

func try(ctx context.Context, s stepper) ctrl.Result {
	result, err := s.next(ctx)
	if err != nil {
		return result
	}
	return ctrl.Result{}
}

type forOthers struct{ steps }

func (r *forOthers) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.Step(ctx)
}

// Step may be called by anybody.
func (r *forOthers) Step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type swallowedElsewhere struct{ steps }

func (r *swallowedElsewhere) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return r.step(ctx)
	}
	result, err := r.step(ctx)
	if err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "later")
		return result, nil // want RL4012:"an error of r.step is answered with the same 30s"
	}
	return result, err
}

func (r *swallowedElsewhere) step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type checked struct{ steps }

func (r *checked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if result, err := r.step(ctx); err != nil || !result.IsZero() {
		return result, err
	}
	_, err := r.step(ctx)
	return ctrl.Result{}, err
}

func (r *checked) step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type inLiteral struct{ steps }

func (r *inLiteral) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	step := func() (ctrl.Result, error) {
		return ctrl.Result{RequeueAfter: interval}, errBroken // want RL4001:""
	}
	return step()
}

type deferredLook struct{ steps }

func (r *deferredLook) Reconcile(ctx context.Context, _ ctrl.Request) (result ctrl.Result, err error) {
	defer func() {
		if errors.Is(err, errNotReady) {
			err = nil
		}
	}()
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}

type eitherError struct{ steps }

func (r *eitherError) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := errBroken
	if req.Name != "" {
		err = r.Do(ctx)
	}
	return ctrl.Result{RequeueAfter: interval}, err // want RL4001:""
}
