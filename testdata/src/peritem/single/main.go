// Package main hands the middleware of its one controller a limiter per item. What the controller makes for
// itself is its own affair.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
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
	exponential := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute) // want RL1007:"controller core/v1.ConfigMap asks before each reconcile is no token bucket but holds workqueue.NewTypedItemExponentialFailureRateLimiter"
	if err := setup(mgr, limits.NewOptions(*rps), exponential); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
}

func setup(mgr ctrl.Manager, o limits.Options, l workqueue.TypedRateLimiter[string]) error {
	own := workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(&limited{inner: &limited{inner: limits.NewReconciler(&inert.Reconciler{}, o.Global), limiter: own}, limiter: l})
}

type limited struct {
	inner   reconcile.Reconciler
	limiter workqueue.TypedRateLimiter[string]
}

func (l *limited) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if d := l.limiter.When(req.String()); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil // want RL4012:"this wrapper answers"
	}
	return l.inner.Reconcile(ctx, req)
}
