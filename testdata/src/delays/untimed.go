package delays

import (
	"golang.org/x/time/rate"
	ctrl "sigs.k8s.io/controller-runtime"
)

func untimed() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: 15}, nil // want RL4005:"15 is a delay of 15ns"
}

func atOnce() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: 1}, nil // want RL4005:"1 is a delay of 1ns"
}

type pace struct{ between int }

func (p pace) limit() rate.Limit {
	const five = 5_000_000_000
	return rate.Limit(p.between + five) // a number, whatever it counts
}
