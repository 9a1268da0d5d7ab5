// Package main makes two limiters of the one rate, each for its own controllers. Another, for a rate of
// its own, is none of them.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	other := flag.Int("cloud-max-reconcile-rate", 5, "reconciles per second of what calls the cloud")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	first := limits.NewOptions(*rps)
	second := limits.NewOptions(*rps) // want RL1006:"2 times the rate"
	cloud := limits.NewOptions(*other)
	must(setup(mgr, first, "one", &corev1.ConfigMap{}))
	must(setup(mgr, first, "two", &corev1.Secret{}))
	must(setup(mgr, second, "three", &corev1.Pod{}))
	must(setup(mgr, second, "four", &corev1.Node{}))
	must(setup(mgr, cloud, "five", &corev1.Service{}))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
