package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// listed has its steps in lists.
type listed struct{ work }

func (r *listed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, step := range []func(context.Context) error{r.first, func(context.Context) error { return nil }} {
		if err := step(ctx); err != nil {
			return ctrl.Result{}, err
		}
	}
	steps := []struct {
		name string
		run  func()
	}{{name: "second", run: r.second}, {"third", func() {
		time.Sleep(time.Minute) // want RL4003:"blocks here up to 1m .time.Sleep.; reached by sleeping.listed.Reconcile"
	}}}
	for _, s := range steps {
		s.run()
	}
	for _, unused := range []func(){r.never} {
		_ = unused
	}
	return ctrl.Result{}, nil
}

func (r *listed) first(context.Context) error {
	time.Sleep(20 * time.Second) // want RL4003:"blocks here up to 20s .time.Sleep.; reached by sleeping.listed.Reconcile → sleeping.listed.first"
	return nil
}

func (r *listed) second() {
	time.Sleep(30 * time.Second) // want RL4003:"blocks here up to 30s .time.Sleep.; reached by sleeping.listed.Reconcile → sleeping.listed.second"
}

func (r *listed) never() { time.Sleep(time.Hour) }

// listedOnce hands the list of its steps to the function that calls them.
type listedOnce struct{ work }

func (r *listedOnce) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	steps := []func(context.Context) error{r.first, r.second}
	return ctrl.Result{}, r.all(ctx, steps)
}

func (r *listedOnce) all(ctx context.Context, steps []func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (r *listedOnce) first(context.Context) error { return nil }

func (r *listedOnce) second(context.Context) error {
	time.Sleep(20 * time.Second) // want RL4003:"blocks here up to 20s .time.Sleep.; reached by sleeping.listedOnce.Reconcile → sleeping.listedOnce.all → sleeping.listedOnce.second"
	return nil
}
