// Command derived has a flag of another name, which counts as the maximum
// reconcile rate because it sets the rate of the global limiter.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/flags/queues"
	"rllint.test/limits"
)

func main() {
	throughput := flag.Int("throughput", 10, "reconciles per second of all controllers")
	workers := flag.Int("workers", 1, "workers of the other controller") // want RL1003:"workers"
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*throughput)
	if err := queues.Setup(mgr, *throughput, global); err != nil {
		log.Fatal(err)
	}
	if err := queues.SetupOther(mgr, *workers, global); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
