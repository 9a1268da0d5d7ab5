// Command lease makes a manager whose leader election asks the limiter of its reconcilers.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	qps := flag.Float64("client-qps", 20, "requests a second")
	burst := flag.Int("client-burst", 30, "requests at once")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(float32(*qps), *burst)
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{ // want RL1000:"no limit" RL5003:"RateLimiter of its rest.Config .main.go:21. with controller pods"
		LeaderElection:   true,
		LeaderElectionID: "pods", // as before
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("pods").For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
