// Command functional passes limits as functional options: of the controller's
// options, and of a struct that sets controllers up.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/functional/engine"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"one worker" RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	check(engine.SetupQueue(mgr, global,
		engine.WithWorkers(*rps),
		engine.WithLimiter(limits.NewController()),
	))
	check(engine.SetupTopic(mgr, global,
		engine.WithLimiter(limits.NewController()),
		engine.WithWorkers(6), // want RL1003:"6"
	))
	check(engine.SetupTable(mgr, global,
		engine.WithWorkers(*rps),
		func(o *controller.Options) { o.RateLimiter = limits.NewController() },
	))

	check(engine.New(mgr, engine.WithGlobal(global), engine.WithMaxReconcileRate(*rps)).Start())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
