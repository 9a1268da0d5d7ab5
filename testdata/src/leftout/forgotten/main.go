// Command forgotten has a flag for the workers of its controllers that reaches one of them: of the others one is set up without
// options, one with other options, and one says itself that one worker is enough.
package main

import (
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("reconcile-concurrency", 1, "workers of each controller")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 1}).Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})) // want RL1003:"controller core/v1.Pod runs one worker: flag reconcile-concurrency, which sets the number of workers of core/v1.Node, does not reach it"
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).
		WithOptions(controller.Options{ // want RL1003:"does not reach it"
			CacheSyncTimeout: time.Minute,
		}).
		Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
