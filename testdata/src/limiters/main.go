// Command limiters gets the limiters of its queues from constructors, from
// functions that one or many controllers call, and from variables.
package main

import (
	"flag"
	"log"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limiters/bucket"
	"rllint.test/limiters/copied"
	"rllint.test/limiters/many"
	"rllint.test/limiters/nilpath"
	"rllint.test/limiters/once"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	for _, err := range []error{
		bucket.Setup(mgr, o),
		copied.Setup(mgr, o, workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(10, 100)}),
		many.Setup(mgr, o),
		nilpath.Setup(mgr, o),
		once.Setup(mgr, o),
	} {
		if err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
