// Command packagevar has its options in package variables: made once under a
// sync.Once, set where they are declared, and assigned by main.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/packagevar/assigned"
	"rllint.test/packagevar/defaults"
	"rllint.test/packagevar/memo"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	memo.BindFlags(flag.CommandLine) // want RL1003:"controller.maxConcurrentReconciles"
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	assigned.Options = limits.NewOptions(*rps)
	for _, setup := range []func(ctrl.Manager, limits.Options) error{
		assigned.Setup,
		defaults.Setup,
		memo.SetupQueue,
		memo.SetupTopic,
	} {
		if err := setup(mgr, assigned.Options); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
