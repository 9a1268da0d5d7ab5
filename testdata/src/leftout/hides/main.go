// Command hides has a setting for the workers of one kind in its manager, and a controller of that kind whose own
// number goes before it.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"k8s.io/client-go/rest"

	"rllint.test/inert"
)

func main() {
	services := flag.Int("concurrent-service-syncs", 5, "workers for services")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{ // want RL1000:""
		Controller: config.Controller{GroupKindConcurrency: map[string]int{"Service": *services}},
	})
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 1}).Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 2}). // want RL1003:"controller core/v1.Service runs 2 workers: flag concurrent-service-syncs, which the manager has for its kind, changes nothing"
		Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
