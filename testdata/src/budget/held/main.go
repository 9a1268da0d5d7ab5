// Package main makes a limiter from the rate that no middleware asks, but that reconcilers hold
// for their calls of the cloud.
package main

import (
	"context"
	"flag"
	"log"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/limits"
)

func main() {
	rps := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**rps), 10**rps
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}
	o := limits.NewOptions(*rps)
	must(setup(mgr, o, "one", &corev1.ConfigMap{}))
	must(setup(mgr, o, "two", &corev1.Secret{}))
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(&calls{cloud: o.Global})
}

type calls struct{ cloud *rate.Limiter }

func (c *calls) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	for range 3 {
		if err := c.cloud.Wait(ctx); err != nil {
			return reconcile.Result{}, err
		}
	}
	return reconcile.Result{}, nil
}
