// Package main has the rate in variables with other names, which only their flags tell: one of the package,
// one that is set through a pointer.
package main

import (
	"log"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/client/fixable/clients"
	"rllint.test/inert"
	"rllint.test/limits"
)

var rps = pflag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")

func main() {
	var other int
	pflag.IntVar(&other, "other-max-reconcile-rate", 10, "the same for another one") // want RL1005:"limits nothing"
	pflag.Parse()

	first, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:""
	setup(first, limits.NewOptions(*rps), err)
	log.Println(clients.New(other))
	only()
}

func only() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:""
	setup(mgr, limits.NewOptions(*rps), err)
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
