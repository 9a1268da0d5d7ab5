// Command reconcileroptions passes limits to reconcilers in an options struct
// of each, with a limiter whose numbers come from flags of a library.
package main

import (
	"log"

	flag "github.com/spf13/pflag"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"

	"rllint.test/limits"
	"rllint.test/reconcileroptions/controllers"
	"rllint.test/reconcileroptions/runtime"
)

func main() {
	var (
		rps            int
		concurrent     int
		limiterOptions runtime.LimiterOptions
	)
	flag.IntVar(&rps, "max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.IntVar(&concurrent, "concurrent", 4, "workers of each controller") // want RL1003:"concurrent"
	limiterOptions.BindFlags(flag.CommandLine)
	flag.Parse()

	mgr := newManager(concurrent)
	global := limits.NewGlobal(rps)

	if err := (&controllers.BucketReconciler{Global: global}).SetupWithManagerAndOptions(mgr, controllers.BucketReconcilerOptions{
		RateLimiter: runtime.NewLimiter(limiterOptions),
	}); err != nil {
		log.Fatal(err)
	}
	if err := (&controllers.RepositoryReconciler{Global: global}).SetupWithManagerAndOptions(mgr, controllers.RepositoryReconcilerOptions{
		DependencyRequeueInterval: 5,
		RateLimiter:               runtime.NewLimiter(limiterOptions),
	}); err != nil {
		log.Fatal(err)
	}
	if err := (&controllers.RepositoryReconciler{Global: global}).SetupStaticWithManagerAndOptions(mgr,
		controllers.RepositoryReconcilerOptions{DependencyRequeueInterval: 5}); err != nil { // want RL1001:"retried after 5 ms"
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func newManager(concurrent int) ctrl.Manager {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{ // want RL1004:"client of this manager"
		Controller: config.Controller{MaxConcurrentReconciles: concurrent},
	})
	if err != nil {
		log.Fatal(err)
	}
	return mgr
}
