// Package main makes managers without limits for their clients, where limits are in reach in several
// ways: by a function and the rate, and by a method. Where the rate
// is not in reach, or not read yet, there is no fix.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/client/fixable/clients"
	"rllint.test/inert"
	"rllint.test/limits"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	early(maxReconcileRate)
	flag.Parse()
	o := limits.NewOptions(*maxReconcileRate)

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie() /* as everybody */, ctrl.Options{}) // want RL1004:""
	setup(mgr, o, err)
	byValue(ctrl.GetConfigOrDie(), o, *maxReconcileRate)
	byMethod(ctrl.GetConfigOrDie(), o, clients.New(*maxReconcileRate), *maxReconcileRate)
	outOfReach(ctrl.GetConfigOrDie(), o)
}

func early(maxReconcileRate *int) {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:""
	flag.Parse()
	setup(mgr, limits.NewOptions(*maxReconcileRate), err)
}

func byValue(cfg *rest.Config, o limits.Options, maxReconcileRate int) {
	mgr, err := manager.New( // want RL1004:""
		cfg,
		manager.Options{},
	)
	setup(mgr, o, err)
}

func byMethod(cfg *rest.Config, o limits.Options, l *clients.Limits, maxReconcileRate int) {
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1004:""
	setup(mgr, o, err)
}

func outOfReach(cfg *rest.Config, o limits.Options) {
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{}) // want RL1004:""
	setup(mgr, o, err)
}

func setup(mgr ctrl.Manager, o limits.Options, err error) {
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
}
