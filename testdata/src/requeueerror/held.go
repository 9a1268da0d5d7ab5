package requeueerror

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// A phase is a part of a reconciler that is kept until it is called.
type phase func(ctx context.Context, name string) (ctrl.Result, error)

// held calls what its constructor puts into a field.
type held struct {
	steps
	run   phase
	quiet phase
}

func newHeld(s steps) *held {
	h := &held{steps: s}
	h.run, h.quiet = h.failing, h.patient
	return h
}

func (r *held) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if result, err := r.quiet(ctx, req.Name); err != nil || !result.IsZero() {
		return result, err
	}
	return r.run(ctx, req.Name)
}

func (r *held) failing(ctx context.Context, _ string) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, err // want RL4001:"drops RequeueAfter .1m."
	}
	return ctrl.Result{}, nil
}

func (r *held) patient(ctx context.Context, _ string) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, nil // want RL4012:"an error of r.Do is answered with the same 1m"
	}
	return ctrl.Result{}, nil
}

// phases calls a list of them, one after another, and one by a field of structs in a list.
type phases struct{ steps }

func (r *phases) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for _, p := range []phase{r.first, r.second} {
		if result, err := p(ctx, req.Name); err != nil || !result.IsZero() {
			return result, err
		}
	}
	for _, p := range []struct {
		name string
		run  phase
	}{{"third", r.third}} {
		if result, err := p.run(ctx, req.Name); err != nil {
			return result, err
		}
	}
	return ctrl.Result{}, nil
}

func (r *phases) first(ctx context.Context, _ string) (ctrl.Result, error) {
	return ctrl.Result{}, r.Do(ctx)
}

func (r *phases) second(ctx context.Context, _ string) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{Requeue: true}, err // want RL4001:"drops Requeue"
	}
	return ctrl.Result{RequeueAfter: time.Second}, nil
}

func (r *phases) third(ctx context.Context, _ string) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: time.Hour}, err // want RL4001:"drops RequeueAfter .1h."
	}
	return ctrl.Result{}, nil
}
