// Command registrymap ranges over a map from names to reconcilers, each of which
// sets itself up.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/registrymap/controllers"
)

type reconciler interface {
	SetupWithManager(mgr ctrl.Manager, o limits.Options) error
}

var reconcilers = map[string]reconciler{
	"queue": &controllers.Queue{},
	"topic": &controllers.Topic{},
	"table": controllers.NewTable("tables"),
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.Options{
		MaxConcurrentReconciles: 1, // want RL1003:"2"
		Global:                  limits.NewGlobal(*rps),
	}
	for name, r := range reconcilers {
		if err := r.SetupWithManager(mgr, o); err != nil {
			log.Fatal(name, err)
		}
	}
	o.MaxConcurrentReconciles = *rps
	for _, r := range []reconciler{&controllers.Job{}} {
		if err := r.SetupWithManager(mgr, o); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
