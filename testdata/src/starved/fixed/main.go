//go:build cr19

// Command fixed has the config of a library that still limits its clients.
package main

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit" RL5001:"controller core.v1.Pod has 10 workers, and one client of 20 requests a second .burst 30. for each kind of object, config.GetConfigOrDie of controller-runtime v0.19.7, that nothing sets"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: 10}).Complete(&inert.Reconciler{}))

	small, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // two workers do with 20 requests
	check(err)
	check(ctrl.NewControllerManagedBy(small).For(&corev1.Node{}).WithOptions(controller.Options{MaxConcurrentReconciles: 2}).Complete(&inert.Reconciler{}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
