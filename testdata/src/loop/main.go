// Command loop passes set-up functions as a slice and as variadic arguments to
// another package, which calls them in a loop, two levels deep.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
	"rllint.test/loop/queue"
	"rllint.test/loop/registry"
	"rllint.test/loop/topic"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	if err := registry.SetupAll(mgr, o, queue.Setup, topic.SetupAll); err != nil {
		log.Fatal(err)
	}
	few := limits.Options{MaxConcurrentReconciles: 2, Global: o.Global} // want RL1003:"2 worker"
	if err := registry.SetupEach(mgr, few, []registry.SetupFunc{queue.SetupDeadLetter}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
