// Command operatorsdk adds controllers through functions that its packages
// append to a slice in init, and that watch by hand.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/operatorsdk/controller"
)

func main() {
	flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers") // want RL1005:"limits nothing"
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"one worker" RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	if err := controller.AddToManager(mgr); err != nil { // want RL1001:"queue limiter .*at memcached/memcached.go:23" RL1002:"never ask"
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
