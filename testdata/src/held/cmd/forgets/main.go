// Command forgets hands limits to a library.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/held/library"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	o := limits.NewOptions(*rps)                                                                  // want RL1005:"limits nothing"
	check(library.Setup(mgr, limits.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles})) // want RL1003:"main.s options"
	check(library.SetupNil(mgr, nil))
	check(library.SetupSet(mgr, library.Options{Limits: &o}))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
