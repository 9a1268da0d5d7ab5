// Command setters changes options by way of methods, pointers to them and a
// chain that ends in Build.
package main

import (
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
	"rllint.test/setters/options"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	if err != nil {
		log.Fatal(err)
	}
	global := limits.NewGlobal(*rps)

	chained := options.NewBuilder().WithWorkers(*rps).WithGlobal(global).Build()
	check(setup(mgr, "chained", &corev1.ConfigMap{}, chained))

	var set options.Options
	set.SetWorkers(*rps)
	set.Global = global
	check(setup(mgr, "set", &corev1.Secret{}, &set))
	set.Unchanged(3)
	check(setup(mgr, "unchanged", &corev1.Service{}, &set))

	aliased := options.Options{Global: global, Workers: *rps}
	alias := &aliased
	alias.SetWorkers(5) // want RL1003:"5 workers"
	check(setupAliased(mgr, &aliased))

	replaced := options.NewBuilder().WithWorkers(2).WithGlobal(global).WithWorkers(*rps).Build()
	check(setup(mgr, "replaced", &corev1.Pod{}, replaced))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, name string, kind client.Object, o *options.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupAliased(mgr ctrl.Manager, o *options.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("aliased").
		For(&corev1.Node{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
