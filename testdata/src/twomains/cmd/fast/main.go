// Command fast is the main package that gives the library every limit.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/twomains/library"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	early := flag.Bool("early", false, "set up the controller that both commands have first")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	if err := library.Setup(mgr, o.ForControllerRuntime(), o); err != nil { // want RL2001:"different kinds"
		log.Fatal(err)
	}
	if *early {
		if err := library.SetupOwn(mgr, o); err != nil {
			log.Fatal(err)
		}
	} else if err := library.SetupOwn(mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
