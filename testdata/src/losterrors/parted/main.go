// Package main is where both meet.
package main

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/losterrors/parted/far"
	"rllint.test/losterrors/parted/near"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"controller core/v1.Pod has no limit besides its queue's"
	if err != nil {
		panic(err)
	}
	r := &near.Reconciler{Client: mgr.GetClient(), Finder: &far.Pods{Client: mgr.GetClient()}}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r); err != nil {
		panic(err)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}
