// Command either has numbers that only some ways through it set: on the others those of the manager and of the library hold.
package main

import (
	"context"
	"flag"
	"log"
	"runtime"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A reconcileFunc is a reconciler of a type of functions that is the program's own.
type reconcileFunc func(context.Context, reconcile.Request) (reconcile.Result, error)

func (f reconcileFunc) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	return f(ctx, req)
}

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	if runtime.NumCPU() > 8 {
		cfg.QPS = 40 // want RL1004:"its QPS is the constant 40"
	}
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{Controller: config.Controller{MaxConcurrentReconciles: 2}})
	check(err)
	setup(mgr, limits.NewOptions(*rps))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options) {
	var options controller.Options
	options.RateLimiter = limits.NewController()
	if runtime.NumCPU() > 4 {
		options.MaxConcurrentReconciles = 8 // want RL1003:"runs 2 or 8 workers"
	}
	check(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(options).
		Complete(reconcileFunc(limits.NewReconciler(&inert.Reconciler{}, o.Global).Reconcile)))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
