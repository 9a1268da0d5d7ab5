package requeueerror

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// A step is what a part of a reconciler has come to.
type step struct {
	wait    time.Duration
	failure error
}

func done() step { return step{wait: -1} }

func failed(err error) step { return step{wait: interval, failure: err} }

func (s step) result() (ctrl.Result, error) {
	if s.wait < 0 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: s.wait}, s.failure // nothing says that both come together
}

type stepwise struct{ steps }

func (r *stepwise) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	s := done()
	if err := r.Do(ctx); err != nil {
		s = failed(err)
	}
	return s.result()
}

// A pause comes without an error, and an error without a pause.
type pause struct {
	length  time.Duration
	failure error
}

func paused(length time.Duration) *pause { return &pause{length: length} }

func broken(err error) *pause { return &pause{failure: err, length: 0} }

func (p *pause) result() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: p.length}, p.failure
}

type pausing struct{ steps }

func (r *pausing) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	p := paused(interval)
	if err := r.Do(ctx); err != nil {
		p = broken(err)
	}
	return p.result()
}
