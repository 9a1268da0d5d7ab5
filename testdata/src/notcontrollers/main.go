// Command notcontrollers calls Complete, Build and New of things that are no
// controllers: nothing is reported, and none is in the inventory.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/notcontrollers/assembly"
	"rllint.test/notcontrollers/webhooks"
)

func main() {
	flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := webhooks.Setup(mgr); err != nil {
		log.Fatal(err)
	}
	if err := assembly.NewAssembly().Named("order").Complete(assembly.New()); err != nil {
		log.Fatal(err)
	}
	if err := assembly.Build(mgr); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
