// Command later sets the number of workers at the manager after the options were
// made, from a flag that is not the maximum reconcile rate.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/limits"
	"rllint.test/managerlevel/library"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	workers := flag.Int("workers", 5, "workers of each controller") // want RL1003:"workers"
	flag.Parse()

	options := ctrl.Options{}
	if *workers > 0 {
		options.Controller = config.Controller{RecoverPanic: new(bool)}
	}
	options.Controller.MaxConcurrentReconciles = *workers
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), options) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)
	check(library.SetupConfigMap(mgr, global))
	check(library.SetupPod(mgr, global))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
