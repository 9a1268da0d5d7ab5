package delays

import (
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

type policy struct {
	last struct{ at time.Time }
	done bool
}

func (p *policy) left() time.Duration {
	if !p.done {
		return 0
	}
	left := time.Until(p.last.at.Add(time.Hour))
	return left
}

// again asks the same function twice: first whether there is a delay at all.
func (p *policy) again() (ctrl.Result, error) {
	if p.left() > 0 {
		return ctrl.Result{RequeueAfter: p.left()}, nil
	}
	return ctrl.Result{}, nil
}

func (r *certificate) untilAgain(ctrl.Request) (ctrl.Result, error) {
	if time.Minute < time.Until(r.expiry) {
		return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil
	}
	return ctrl.Result{}, nil
}

// untilOther compares what is left of another time.
func (r *certificate) untilOther(ctrl.Request) (ctrl.Result, error) {
	if time.Until(r.made) > 0 {
		return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil // want RL4005:"time.Until\\(r.expiry\\)"
	}
	return ctrl.Result{}, nil
}

// renewed calls what renews the certificate once its time has passed.
func (r *certificate) renewed(ctrl.Request) (ctrl.Result, error) {
	if err := r.renew(); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil
}

func (r *certificate) renew() error {
	if time.Now().After(r.expiry) {
		r.expiry = time.Now().Add(time.Hour)
	}
	return nil
}

// unrenewed calls what compares another time.
func (r *certificate) unrenewed(ctrl.Request) (ctrl.Result, error) {
	if r.isOld() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: time.Until(r.expiry)}, nil // want RL4005:"time.Until\\(r.expiry\\)"
}

func (r *certificate) isOld() bool { return time.Now().AddDate(-1, 0, 0).After(r.made) }
