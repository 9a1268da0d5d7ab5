// Package main makes its one controller and the limiter of its middleware in main: that limiter is the program's.
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
	if err := ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(limits.Options{MaxConcurrentReconciles: *rps}.ForControllerRuntime()).
		Complete(&limited{
			inner:   &inert.Reconciler{},
			limiter: workqueue.NewTypedMaxOfRateLimiter(workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)), // want RL1007:"controller core/v1.ConfigMap asks before each reconcile is no token bucket but holds workqueue.NewTypedItemExponentialFailureRateLimiter"
		}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(mgr.Start(ctrl.SetupSignalHandler()))
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
