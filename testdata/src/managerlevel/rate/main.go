// Command rate sets the number of workers of all controllers at the manager,
// from the maximum reconcile rate.
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
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{ // want RL1004:"client of this manager"
		Controller: config.Controller{MaxConcurrentReconciles: *rps},
	})
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)
	check(library.SetupConfigMap(mgr, global))
	check(library.SetupDeployment(mgr, global))
	check(library.SetupOwn(mgr, limits.NewOptions(*rps))) // want RL1006:"2 times the rate"
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
