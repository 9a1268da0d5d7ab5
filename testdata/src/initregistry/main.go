// Command initregistry sets up what other packages registered in their init
// functions.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/initregistry/registry"
	"rllint.test/limits"

	_ "rllint.test/initregistry/queue"
	_ "rllint.test/initregistry/topic"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	if err := registry.SetupAll(mgr, limits.NewOptions(*rps)); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
