// Command table keeps its set-up functions in tables: slices of structs, maps
// and arrays, with options in the rows.
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

	for _, row := range []struct {
		name  string
		setup func(ctrl.Manager, string, limits.Options) error
	}{
		{name: "queue", setup: setupQueue},
		{name: "topic", setup: setupTopic},
	} {
		if err := row.setup(mgr, row.name, o); err != nil {
			log.Fatalf("%s: %v", row.name, err)
		}
	}

	for name, setup := range map[string]func(ctrl.Manager, string, limits.Options) error{
		"table": setupTable,
		"job": func(mgr ctrl.Manager, name string, o limits.Options) error {
			return build(mgr, name, &corev1.Node{}, o.ForControllerRuntime()).Complete(&inert.Reconciler{}) // want RL1002:"never ask"
		},
	} {
		if err := setup(mgr, name, o); err != nil {
			log.Fatal(err)
		}
	}

	for _, row := range [...]struct {
		kind    client.Object
		workers int
	}{
		{&corev1.Namespace{}, *rps},
		{kind: &corev1.Event{}, workers: 3}, // want RL1003:"3"
	} {
		if err := setupRow(mgr, row.kind, row.workers, o); err != nil {
			log.Fatal(err)
		}
	}
}

func setupQueue(mgr ctrl.Manager, name string, o limits.Options) error {
	return build(mgr, name, &corev1.ConfigMap{}, o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupTopic(mgr ctrl.Manager, name string, o limits.Options) error {
	return build(mgr, name, &corev1.Secret{}, o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

func setupTable(mgr ctrl.Manager, name string, o limits.Options) error {
	return build(mgr, name, &corev1.Service{}, o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupRow(mgr ctrl.Manager, kind client.Object, workers int, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(kind).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers, RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func build(mgr ctrl.Manager, name string, kind client.Object, options controller.Options) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(options)
}
