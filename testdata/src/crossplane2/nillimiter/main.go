// Command nillimiter wraps reconcilers, and main forgets to make the limiter that they ask.
package main

import (
	"context"
	"flag"

	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/crossplane2/inert"
)

func setup(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).Named("forgotten").For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
		Complete(ratelimiter.NewReconciler("forgotten", &inert.Reconciler{}, o.GlobalRateLimiter)) // want RL1002:"controller forgotten panics in each reconcile: the limiter of ratelimiter.Reconciler is nil; hand it"
}

// late gets its limiter when all controllers are set up.
type late struct {
	reconcile.Reconciler
	limiter workqueue.TypedRateLimiter[string]
}

func (l *late) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if d := l.limiter.When(req.String()); d > 0 {
		return reconcile.Result{RequeueAfter: d}, nil // want RL4012:"this wrapper answers"
	}
	return l.Reconciler.Reconcile(ctx, req)
}

func main() {
	rate := flag.Int("max-reconcile-rate", 10, "reconciles a second of all controllers together")
	flag.Parse()
	mgr, err := ctrl.NewManager(&rest.Config{QPS: float32(5 * *rate), Burst: 10 * *rate}, ctrl.Options{})
	if err != nil {
		panic(err)
	}
	o := controller.Options{MaxConcurrentReconciles: *rate}
	if err := setup(mgr, o); err != nil {
		panic(err)
	}
	if *rate > 100 {
		o.GlobalRateLimiter = ratelimiter.NewGlobal(*rate)
	}
	// This one may have a limiter.
	if err := ctrl.NewControllerManagedBy(mgr).Named("perhaps").For(&corev1.Secret{}).WithOptions(o.ForControllerRuntime()).
		Complete(ratelimiter.NewReconciler("perhaps", &inert.Reconciler{}, o.GlobalRateLimiter)); err != nil { // want RL1002:"perhaps does not ask"
		panic(err)
	}
	later := &late{Reconciler: &inert.Reconciler{}}
	if err := ctrl.NewControllerManagedBy(mgr).Named("later").For(&corev1.Service{}).WithOptions(o.ForControllerRuntime()).Complete(later); err != nil {
		panic(err)
	}
	later.limiter = o.GlobalRateLimiter
	panic(mgr.Start(ctrl.SetupSignalHandler()))
}
