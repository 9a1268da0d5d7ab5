// Package sleeping has reconcilers that keep their workers waiting, and others that
// only seem to.
package sleeping

import (
	"context"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"k8s.io/utils/clock"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// work is what the reconcilers wait for.
type work interface {
	Ready(context.Context) bool
	Try() error
}

type sleeps struct{ work }

func (r *sleeps) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(5 * time.Second)        // want RL4003:"time.Sleep keeps a worker of the controller waiting up to 5s, and other objects wait for the worker: sleeping.sleeps.Reconcile$"
	time.Sleep(100 * time.Millisecond) // a deliberate pause
	time.Sleep(0)
	return ctrl.Result{}, nil
}

type polls struct{ work }

func (r *polls) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for !r.Ready(ctx) {
		time.Sleep(10 * time.Millisecond) // want RL4003:"waiting 10ms again and again"
	}
	for range 3 {
		if r.Try() == nil {
			break
		}
		time.Sleep(time.Second) // want RL4003:"waiting 1s again and again"
	}
	return ctrl.Result{}, nil
}

type configured struct {
	work
	pause time.Duration
}

func (r *configured) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(r.pause) // want RL4003:"time.Sleep keeps a worker of the controller waiting, and"
	return ctrl.Result{}, nil
}

type clocked struct{ clock clock.Clock }

func (r *clocked) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	r.clock.Sleep(time.Second)       // want RL4003:"clock.*Sleep keeps a worker of the controller waiting up to 1s"
	<-r.clock.After(2 * time.Second) // want RL4003:"clock.*After keeps a worker of the controller waiting up to 2s"
	return ctrl.Result{}, nil
}

type receives struct{ answers chan error }

func (r *receives) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	<-time.After(time.Minute) // want RL4003:"time.After keeps a worker of the controller waiting up to 1m0s"
	select {
	case <-ctx.Done():
		return ctrl.Result{}, ctx.Err()
	case <-time.After(time.Second): // want RL4003:"time.After"
	}
	timer := time.NewTimer(time.Second)
	<-timer.C // want RL4003:"a timer keeps"
	select {
	case err := <-r.answers:
		return ctrl.Result{}, err
	case <-time.After(time.Second): // the bound of a wait for something else
	}
	select {
	case <-timer.C:
	default: // looks, and does not wait
	}
	return ctrl.Result{}, nil
}

type waits struct{ work }

func (r *waits) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	ready := func(ctx context.Context) (bool, error) { return r.Ready(ctx), nil }
	if err := wait.PollUntilContextTimeout(ctx, time.Second, 5*time.Minute, true, ready); err != nil { // want RL4003:"wait.PollUntilContextTimeout keeps a worker of the controller waiting up to 5m0s"
		return ctrl.Result{}, err
	}
	if err := wait.PollUntilContextCancel(ctx, time.Second, true, ready); err != nil { // want RL4003:"wait.PollUntilContextCancel keeps a worker of the controller waiting, and"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, wait.PollUntilContextTimeout(ctx, time.Millisecond, 50*time.Millisecond, true, ready)
}

var (
	patient  = wait.Backoff{Duration: time.Second, Factor: 2, Steps: 4}
	stubborn = wait.Backoff{Duration: 5 * time.Second, Steps: math.MaxInt32}
)

type retries struct{ work }

func (r *retries) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := retry.RetryOnConflict(retry.DefaultRetry, r.Try); err != nil {
		return ctrl.Result{}, err
	}
	if err := retry.RetryOnConflict(wait.Backoff{Duration: 10 * time.Millisecond, Factor: 1, Steps: 10}, r.Try); err != nil {
		return ctrl.Result{}, err
	}
	always := func(error) bool { return true }
	if err := retry.OnError(stubborn, always, r.Try); err != nil { // want RL4003:"retry.OnError keeps a worker of the controller waiting 5s again and again"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, retry.OnError(patient, always, r.Try) // want RL4003:"retry.OnError keeps a worker of the controller waiting up to 7s"
}

type literals struct{ work }

func (r *literals) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	func() {
		time.Sleep(time.Second) // want RL4003:"literals.Reconcile$"
	}()
	pause := func() {
		time.Sleep(2 * time.Second) // want RL4003:""
	}
	pause()
	defer func() {
		time.Sleep(3 * time.Second) // want RL4003:""
	}()
	_, err := controllerutil.CreateOrUpdate(ctx, nil, nil, func() error {
		time.Sleep(4 * time.Second) // want RL4003:""
		return nil
	})
	return ctrl.Result{}, err
}

type background struct{ work }

func (r *background) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	go func() {
		time.Sleep(time.Second)
		r.later()
	}()
	go r.later()
	time.AfterFunc(time.Minute, func() { time.Sleep(time.Second) })
	cleanUp := func() { time.Sleep(time.Second) }
	go cleanUp()
	return ctrl.Result{}, nil
}

func (r *background) later() { time.Sleep(time.Second) }

// function is a reconciler made of a function.
func function() reconcile.Reconciler {
	return reconcile.Func(func(context.Context, ctrl.Request) (ctrl.Result, error) {
		time.Sleep(time.Second) // want RL4003:": the reconciler in sleeping.function$"
		return ctrl.Result{}, nil
	})
}

// setUp waits before there are workers.
func setUp(ready func() bool) {
	for !ready() {
		time.Sleep(time.Second)
	}
}
