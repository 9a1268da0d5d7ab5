// Command nilgiven gives one of its reconcilers a limiter that is nil, beside the one that main makes.
package main

import (
	"flag"

	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/inert"
)

func setup(mgr ctrl.Manager, o controller.Options) error {
	if err := ctrl.NewControllerManagedBy(mgr).Named("asks").For(&corev1.Secret{}).WithOptions(o.ForControllerRuntime()).
		Complete(ratelimiter.NewReconciler("asks", &inert.Reconciler{}, o.GlobalRateLimiter)); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).Named("given").For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
		Complete(ratelimiter.NewReconciler("given", &inert.Reconciler{}, nil)) // want RL1002:"controller given panics in each reconcile: the limiter of ratelimiter.Reconciler is nil; hand it"
}

func main() {
	rate := flag.Int("max-reconcile-rate", 10, "reconciles a second of all controllers together")
	flag.Parse()
	mgr, err := ctrl.NewManager(&rest.Config{QPS: float32(5 * *rate), Burst: 10 * *rate}, ctrl.Options{})
	if err != nil {
		panic(err)
	}
	if err := setup(mgr, controller.Options{MaxConcurrentReconciles: *rate, GlobalRateLimiter: ratelimiter.NewGlobal(*rate)}); err != nil {
		panic(err)
	}
	panic(mgr.Start(ctrl.SetupSignalHandler()))
}
