// Command wrapped hands its set-up functions a manager that stands in a struct of its own: the number of workers is that of the
// manager inside.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A cluster is a manager with what this program adds to it.
type cluster struct {
	ctrl.Manager
	name string
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{ // want RL1004:"client of this manager"
		Controller: config.Controller{MaxConcurrentReconciles: *rps},
	})
	if err != nil {
		log.Fatal(err)
	}
	own := &cluster{Manager: mgr, name: "own"}
	if err := setup(own, limits.NewOptions(*rps)); err != nil {
		log.Fatal(err)
	}
	log.Fatal(own.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: o.ForControllerRuntime().RateLimiter}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
