// Command framework takes its limits from the options struct of another
// package, whose ForControllerRuntime makes the part that controller-runtime takes.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/framework/forgotten"
	"rllint.test/framework/partial"
	"rllint.test/framework/wired"
	"rllint.test/limits"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.Options{ // want RL1003:"main.s options"
		MaxConcurrentReconciles: *maxReconcileRate,
		Global:                  limits.NewGlobal(*maxReconcileRate),
	}
	for _, err := range []error{wired.Setup(mgr, o), partial.Setup(mgr, o), forgotten.Setup(mgr, o)} {
		if err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
