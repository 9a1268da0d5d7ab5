// Command commands has two commands with a manager each. The setting for the workers of the one is not meant for the other.
package main

import (
	"flag"
	"log"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
)

func main() {
	workers := flag.Int("reconcile-concurrency", 1, "workers of the operator's controllers")
	flag.Parse()
	if len(os.Args) > 1 && os.Args[1] == "webhook" {
		webhook()
		return
	}
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{})
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func webhook() {
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:""
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
