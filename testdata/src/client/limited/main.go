// Package main makes its client's limits from the rate in the ways that count: by QPS and
// Burst, by a copy of the config that a helper returns, and by a limiter of the config's own.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	way := flag.String("way", "fields", "how the client is limited")
	flag.Parse()

	o := limits.NewOptions(*rps)
	cfg := ctrl.GetConfigOrDie()
	switch *way {
	case "fields":
		cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
		run(cfg, o)
	case "copy":
		run(limited(cfg, *rps), o)
	default:
		cfg.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(float32(5**rps), 10**rps)
		run(cfg, o)
	}
}

func limited(cfg *rest.Config, rps int) *rest.Config {
	out := rest.CopyConfig(rest.AnonymousClientConfig(cfg))
	out.QPS = float32(rps * 5)
	out.Burst = rps * 10
	return out
}

func run(cfg *rest.Config, o limits.Options) {
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	err = ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}
