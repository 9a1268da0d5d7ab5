// Command dotted has controllers in a package whose import path ends in an element with a dot.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	policy "rllint.test/dotted/foo.policy"
	"rllint.test/inert"
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
	if err := policy.Setup(mgr, o); err != nil {
		log.Fatal(err)
	}
	const workers = 3
	if err := policy.SetupRule(mgr, o, workers); err != nil { // want RL1003:"rule"
		log.Fatal(err)
	}
	if err := (&policy.Binding{Options: o}).SetupWithManager(mgr); err != nil {
		log.Fatal(err)
	}
	if err := setupScope(mgr, o); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setupScope(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("scope").
		For(&corev1.Service{}).
		WithOptions(controller.Options{RateLimiter: policy.NewBackOff(), MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}
