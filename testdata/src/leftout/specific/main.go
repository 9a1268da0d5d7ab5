// Command specific has flags for the workers of some controllers by name: the others are not forgotten.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("node-concurrency", 1, "workers for nodes")
	flag.Parse()

	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
