//go:build !cr19

package main

import (
	"log"

	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// byHand makes controllers that take the manager's options only because they are asked to.
func byHand(mgr manager.Manager) {
	six := controller.Options{Reconciler: nothing{}}
	six.DefaultFromConfig(mgr.GetControllerOptions())
	add(mgr, "6, the manager's", six)

	four := controller.Options{Reconciler: nothing{}, MaxConcurrentReconciles: 4}
	four.DefaultFromConfig(mgr.GetControllerOptions())
	add(mgr, "4", four)

	add(mgr, "1", controller.Options{Reconciler: nothing{}})
}

func add(mgr manager.Manager, name string, o controller.Options) {
	c, err := controller.NewUnmanaged(name, o)
	if err != nil {
		log.Fatal(err)
	}
	if err := mgr.Add(c); err != nil {
		log.Fatal(err)
	}
}
