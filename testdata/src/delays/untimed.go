package delays

import ctrl "sigs.k8s.io/controller-runtime"

func untimed() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: 15}, nil // want RL4005:"15 is a delay of 15ns"
}

func atOnce() (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: 1}, nil // want RL4005:"1 is a delay of 1ns"
}
