package sleeping

import (
	"context"
	"errors"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
)

// untilTimer looks every two seconds, until a timer that it made before ends it.
type untilTimer struct{ ready func() bool }

func (r *untilTimer) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.wait()
}

func (r *untilTimer) wait() error {
	timeout := time.After(1 * time.Minute)
	for {
		if r.ready() {
			return nil
		}
		select {
		case <-timeout:
			return errors.New("not ready")
		default:
			time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, until a count or a deadline ends it"
		}
	}
}

// untilTick looks every two seconds, until the ticker of a clock ends it.
type untilTick struct {
	ready func() bool
	clock clock.WithTicker
}

func (r *untilTick) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	tick := r.clock.NewTicker(4 * time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctrl.Result{}, ctx.Err()
		case <-tick.C():
			return ctrl.Result{}, errors.New("not ready")
		default:
			if r.ready() {
				return ctrl.Result{}, nil
			}
			time.Sleep(2 * time.Second) // want RL4003:"blocks here 2s at a time, until a count or a deadline ends it"
		}
	}
}

// paces waits a minute for its turn, or five seconds.
type paces struct{ long, short *rate.Limiter }

func (r *paces) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.soon(ctx); err != nil {
		return ctrl.Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return ctrl.Result{}, r.long.Wait(ctx) // want RL4003:"blocks here up to 1m .rate.Limiter.Wait."
}

func (r *paces) soon(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return r.short.Wait(ctx)
}
