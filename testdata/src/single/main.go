// Command single has one controller: the limiter that main makes for the whole
// program counts as shared, although nothing shares it yet.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

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
	if err := setup(mgr, limits.NewOptions(*rps)); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
