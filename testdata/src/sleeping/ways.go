package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

type helped struct{ work }

func (r *helped) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.first(ctx)
}

func (r *helped) first(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{}, untilReady(ctx, r.work)
}

func untilReady(ctx context.Context, w work) error {
	for !w.Ready(ctx) {
		time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, with no upper bound .time.Sleep.; reached by sleeping.helped.Reconcile → sleeping.helped.first → sleeping.untilReady$"
	}
	return nil
}

// A stage has implementations in this package.
type stage interface{ run(context.Context) error }

type staged struct{ list []stage }

func (r *staged) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for _, s := range r.list {
		if err := s.run(ctx); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

type slow struct{}

func (*slow) run(context.Context) error {
	time.Sleep(10 * time.Second) // want RL4003:"blocks here up to 10s .time.Sleep.; may be reached by sleeping.staged.Reconcile → sleeping.slow.run$"
	return nil
}

// One stage takes this, however many stages there are.
type brief struct{}

func (*brief) run(context.Context) error {
	time.Sleep(3 * time.Second)
	return nil
}

type callback struct{ work }

func (r *callback) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	each(r.pause)
	each(func() {
		time.Sleep(20 * time.Second) // want RL4003:""
	})
	return ctrl.Result{}, nil
}

func (r *callback) pause() {
	time.Sleep(10 * time.Second) // want RL4003:"sleeping.callback.Reconcile → sleeping.callback.pause$"
}

func each(f func()) { f() }

// server is no reconciler.
type server struct{}

func (server) Start(context.Context) error {
	time.Sleep(time.Minute)
	return nil
}

// A wrapper and the reconciler that it wraps come to the same wait, which is reported once.
type wrapper struct{ inner *wrapped }

func (w *wrapper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	settle()
	return w.inner.Reconcile(ctx, req)
}

type wrapped struct{ work }

func (r *wrapped) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	settle()
	return ctrl.Result{}, r.Try()
}

func settle() {
	time.Sleep(10 * time.Second) // want RL4003:"sleeping.settle$"
}

// Of the reconcilers that come to a wait, the finding names the first.
type nearBy struct{}

func (r *nearBy) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	r.settle()
	return ctrl.Result{}, nil
}

func (r *nearBy) settle() {
	time.Sleep(14 * time.Second) // want RL4003:"blocks here up to 14s .time.Sleep.; reached by sleeping.nearBy.Reconcile → sleeping.nearBy.settle"
}

type farAway struct{ nearBy }

func (r *farAway) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	r.roundabout()
	return ctrl.Result{}, nil
}

func (r *farAway) roundabout() { r.settle() }
