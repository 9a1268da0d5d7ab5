// Command flagged has leader election behind a flag, and a config for it that is a copy with the limiter.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

func main() {
	elect := flag.Bool("leader-elect", false, "run one of several replicas at a time")
	flag.Parse()
	cfg := ctrl.GetConfigOrDie()
	cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(20, 30)
	options := ctrl.Options{LeaderElection: *elect, LeaderElectionID: "pods", LeaderElectionConfig: rest.CopyConfig(cfg)}
	mgr, err := ctrl.NewManager(cfg, options) // want RL1000:"no limit" RL5003:"with controller pods"
	if err != nil {
		log.Fatal(err)
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("pods").For(&corev1.Pod{}).Complete(&inert.Reconciler{}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
