// Command handedconst hands one constant to three controllers, and the maximum
// reconcile rate to a fourth.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/handedconst/topic"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.Options{
		MaxConcurrentReconciles: 1, // want RL1003:"topic"
		Global:                  limits.NewGlobal(*rps),
	}
	if err := topic.Setup(mgr, o); err != nil {
		log.Fatal(err)
	}
	if err := topic.SetupSubscription(mgr, o); err != nil {
		log.Fatal(err)
	}
	if err := topic.SetupPolicy(mgr, o); err != nil {
		log.Fatal(err)
	}
	if err := topic.SetupQueue(mgr, limits.NewOptions(*rps)); err != nil { // want RL1006:"2 times the rate"
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
