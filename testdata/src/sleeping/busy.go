package sleeping

import (
	"context"
	"errors"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

type busy struct {
	work
	names []string
}

func (r *busy) label(context.Context, string) error { return errors.New("no") }

func (r *busy) update(context.Context, string) error { return errors.New("no") }

func (r *busy) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for { // want RL4003:"Reconcile blocks here with no upper bound .a loop that tries r.label again at once.; reached by sleeping.busy.Reconcile"
		if err := r.label(ctx, req.Name); err != nil {
			continue
		}
		break
	}
	for { // want RL4003:"a loop that tries r.update again at once"
		err := r.update(ctx, req.Namespace)
		if err != nil {
			println("again")
			continue
		}
		break
	}
	return ctrl.Result{}, nil
}

type unhurried struct{ busy }

func (r *unhurried) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	for name := req.Name; ; {
		if err := r.label(ctx, name); err != nil {
			name += "-next"
			continue
		}
		break
	}
	for {
		if ctx.Err() != nil {
			return ctrl.Result{}, ctx.Err()
		}
		time.Sleep(time.Minute) // want RL4003:"1m at a time, with no upper bound"
		if err := r.label(ctx, req.Name); err != nil {
			continue
		}
		break
	}
	for {
		if err := r.label(ctx, req.Name); err != nil {
			return ctrl.Result{}, err
		}
		if len(r.names) == 0 {
			break
		}
	}
	return ctrl.Result{}, nil
}
