package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// onlyRequest says nothing of an object: all requests are one.
type onlyRequest struct{}

type withoutRequest struct{ work }

func (r *withoutRequest) Reconcile(ctx context.Context, _ onlyRequest) (ctrl.Result, error) {
	time.Sleep(time.Minute)
	return ctrl.Result{}, nil
}

// waitsIfTold waits for one of its callers only.
type waitsIfTold struct{ work }

func (r *waitsIfTold) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.remove(ctx, false)
	return ctrl.Result{}, nil
}

func (r *waitsIfTold) remove(ctx context.Context, waiting bool) {
	if waiting {
		time.Sleep(2 * time.Minute)
	}
}

// isTold waits, as it tells.
type isTold struct{ work }

func (r *isTold) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.remove(ctx, false)
	r.remove(ctx, true)
	return ctrl.Result{}, nil
}

func (r *isTold) remove(ctx context.Context, waiting bool) {
	if waiting {
		time.Sleep(2 * time.Minute) // want RL4003:"blocks here up to 2m"
	}
}

// inTime sleeps here or there in the rounds of a loop that a context ends: one wait.
type inTime struct{ work }

func (r *inTime) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if ctx.Err() != nil {
			return ctrl.Result{}, ctx.Err()
		}
		if !r.Ready(ctx) {
			time.Sleep(5 * time.Second) // want RL4003:"blocks here up to 1m"
			continue
		}
		time.Sleep(time.Second)
	}
}
