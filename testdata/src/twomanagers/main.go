// Command twomanagers runs two managers, of which one sets a number of workers.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	options := ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: *rps}}
	limited, err := manager.New(ctrl.GetConfigOrDie(), options) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	other, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{LeaderElection: true}) // want RL1003:"one worker" RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	if err := setup(limited, o); err != nil {
		log.Fatal(err)
	}
	if err := setupOther(other, o); err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(other.Start(ctrl.SetupSignalHandler())) }()
	log.Fatal(limited.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupOther(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
