// Command enough has one worker unless its flag says more: its client serves that one.
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
	workers := flag.Int("workers", 1, "workers of the controller")
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	check(err)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1000:"" RL5001:"as many workers as flag workers says, and one client of 5 requests a second"
	check(err)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(controller.Options{MaxConcurrentReconciles: *workers}).Complete(&inert.Reconciler{}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
