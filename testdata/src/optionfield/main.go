// Command optionfield hands options to a library that keeps them in a field, in
// an embedded struct and in a struct within a struct.
package main

import (
	"flag"
	"log"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
	"rllint.test/optionfield/registrar"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	whole := registrar.New(mgr, controller.Options{
		MaxConcurrentReconciles: *rps,
		RateLimiter:             limits.NewController(),
	}, global)
	check(whole.AddQueue())

	noLimiter := registrar.New(mgr, controller.Options{MaxConcurrentReconciles: *rps}, global) // want RL1001:"retried after 5 ms"
	check(noLimiter.AddTopic())

	var late controller.Options // want RL1001:"retried after 5 ms"
	late.MaxConcurrentReconciles = *rps
	check(registrar.AddTable(mgr, late, global))

	check((&registrar.Embedding{
		Manager: mgr,
		Global:  global,
		Options: controller.Options{
			RateLimiter:             limits.NewController(),
			MaxConcurrentReconciles: 4, // want RL1003:"4 worker"
		},
	}).AddBucket())

	var nested registrar.Settings
	nested.Controllers.Job.MaxConcurrentReconciles = *rps
	nested.Controllers.Job.RateLimiter = limits.NewController()
	nested.Global = global
	check(registrar.AddJob(mgr, &nested))

	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
