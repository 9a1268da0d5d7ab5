// Command changed copies options and changes one field of the copy, before or
// after the original was used.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

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

	few := o
	few.MaxConcurrentReconciles = 2 // want RL1003:"2"
	check(setup(mgr, "few", &corev1.ConfigMap{}, few))
	check(setup(mgr, "original", &corev1.Secret{}, o))
	check(setup(mgr, "changed", &corev1.Service{}, withWorkers(o, *rps/2)))

	options := o.ForControllerRuntime()
	check(setupWith(mgr, "whole", &corev1.Pod{}, options, o))
	options.RateLimiter = nil // want RL1001:"retried after 5 ms"
	check(setupUnlimited(mgr, "unlimited", &corev1.Node{}, options, o))

	pointed := o.ForControllerRuntime()
	dropWorkers(&pointed)
	check(setupPointed(mgr, pointed, o))
}

func withWorkers(o limits.Options, n int) limits.Options {
	o.MaxConcurrentReconciles = n
	return o
}

func dropWorkers(o *controller.Options) {
	o.MaxConcurrentReconciles = 1 // want RL1003:"1"
}

func setup(mgr ctrl.Manager, name string, kind client.Object, o limits.Options) error {
	return setupWith(mgr, name, kind, o.ForControllerRuntime(), o)
}

func setupWith(mgr ctrl.Manager, name string, kind client.Object, options controller.Options, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupUnlimited(mgr ctrl.Manager, name string, kind client.Object, options controller.Options, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupPointed(mgr ctrl.Manager, options controller.Options, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("pointed").
		For(&corev1.Namespace{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
