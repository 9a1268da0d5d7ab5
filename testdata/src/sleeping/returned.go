package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// returned waits in loops that it leaves then, and in some that go on.
type returned struct {
	kinds []string
	work
}

func (r *returned) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, kind := range r.kinds {
		if kind == "made" {
			return ctrl.Result{}, r.made() // once, whichever kind it is for
		}
		if kind == "left" {
			r.left()
			return ctrl.Result{}, nil
		}
		switch {
		case kind == "chosen":
			time.Sleep(14 * time.Second) // want RL4003:"blocks here up to 14s .time.Sleep."
			return ctrl.Result{}, nil
		case kind == "perhaps":
			time.Sleep(3 * time.Second) // want RL4003:"blocks here 3s at a time, inside a loop"
			if r.Ready(ctx) {
				continue
			}
			return ctrl.Result{}, nil
		}
		func() {
			time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, inside a loop"
			return
		}()
	}
	for {
		if r.Ready(ctx) {
			time.Sleep(11 * time.Second) // want RL4003:"blocks here up to 11s .time.Sleep."
			return ctrl.Result{}, nil
		}
	}
}

func (r *returned) made() error {
	time.Sleep(12 * time.Second) // want RL4003:"blocks here up to 12s .time.Sleep.; reached by sleeping.returned.Reconcile → sleeping.returned.made$"
	return nil
}

func (r *returned) left() {
	time.Sleep(13 * time.Second) // want RL4003:"blocks here up to 13s .time.Sleep.; reached by sleeping.returned.Reconcile → sleeping.returned.left$"
}

// onlyFirst waits in a loop whose body ends the function.
type onlyFirst struct {
	kinds []string
	work
}

func (r *onlyFirst) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for range r.kinds {
		time.Sleep(15 * time.Second) // want RL4003:"blocks here up to 15s .time.Sleep."
		return ctrl.Result{}, r.Try()
	}
	return ctrl.Result{}, nil
}
