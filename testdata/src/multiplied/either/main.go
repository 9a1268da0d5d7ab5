// Package main makes a limiter on each of two ways, of which a run takes one, and
// one that only changes hands.
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
	all := flag.Bool("all", false, "set up everything")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if *all {
		o := limits.NewOptions(*rps)
		must(setup(mgr, o, "one", &corev1.ConfigMap{}))
		must(setup(mgr, o, "two", &corev1.Secret{}))
	} else {
		o := limits.NewOptions(*rps)
		p := o
		must(setup(mgr, o, "three", &corev1.Pod{}))
		must(setup(mgr, p, "four", &corev1.Node{}))
	}
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
