// Command functional has a library apply the options that set its numbers of workers.
package main

import (
	"context"
	"flag"
	"log"
	"plugin"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/common/functional"
)

type options struct{ workers int }

func workers(n int) functional.Option[options] {
	return func(o *options) { o.workers = n }
}

func main() {
	flagged := flag.Int("flagged", 4, "workers") // want RL1003:"2 controllers .flagged, changed. run as many workers as flag flagged"
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1003:"controller none runs one worker" RL1004:"client of this manager"
	check(err)

	setup(mgr, "flagged", *functional.Resolve(workers(3), workers(*flagged)))
	setup(mgr, "rate", *functional.Resolve(workers(*rps)))
	setup(mgr, "constant", *functional.Resolve(workers(6))) // want RL1003:"runs 6 workers"
	setup(mgr, "none", *functional.Resolve[options]())
	changed, err := functional.Apply(options{}, func(o *options) error {
		o.workers = *flagged
		return nil
	})
	check(err)
	setup(mgr, "changed", changed)
	p, err := plugin.Open("options.so")
	check(err)
	option, err := p.Lookup("Option")
	check(err)
	setup(mgr, "unread", *functional.Resolve(workers(3), option.(func(*options)))) // it may set another number
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, name string, o options) {
	check(ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.workers}).
		Complete(&reconciler{})) // want RL1001:"6 controllers" RL1002:"6 controllers"
}

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
