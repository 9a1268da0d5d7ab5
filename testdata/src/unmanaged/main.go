// Command unmanaged starts controllers at run time, through a constructor kept
// as a function value in a field.
package main

import (
	"context"
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/unmanaged/engine"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	if err := engine.Setup(mgr, o, engine.New(mgr)); err != nil { // want RL1002:"never ask"
		log.Fatal(err)
	}
	if err := engine.StartDirect(context.Background(), mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
