// Command slow is the main package that gives the library a constant and no
// limiter.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
	"rllint.test/twomains/library"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	options := controller.Options{ // want RL1001:"2"
		MaxConcurrentReconciles: 1, // want RL1003:"3"
	}
	if err := library.Setup(mgr, options, o); err != nil {
		log.Fatal(err)
	}
	if err := library.SetupOwn(mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
