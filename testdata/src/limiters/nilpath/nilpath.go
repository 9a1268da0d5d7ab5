// Package nilpath has limiters that are nil on one path, and one that only
// looks so.
package nilpath

import (
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

type limiter = workqueue.TypedRateLimiter[reconcile.Request]

// Setup adds four controllers to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	if err := setupSometimes(mgr, o); err != nil {
		return err
	}
	if err := setupExplicit(mgr, o); err != nil {
		return err
	}
	if err := setupDefaulted(mgr, o, controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}); err != nil {
		return err
	}
	return setupEither(mgr, o)
}

func setupSometimes(mgr ctrl.Manager, o limits.Options) error {
	var l limiter
	if os.Getenv("SLOW") != "" {
		l = limits.NewController()
	}
	return build(mgr, "sometimes", &corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: l}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

func setupExplicit(mgr ctrl.Manager, o limits.Options) error {
	options := o.ForControllerRuntime()
	options.RateLimiter = nil
	return build(mgr, "explicit", &corev1.Secret{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

func setupDefaulted(mgr ctrl.Manager, o limits.Options, options controller.Options) error {
	if options.RateLimiter == nil {
		options.RateLimiter = limits.NewController()
	}
	return build(mgr, "defaulted", &corev1.Service{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupEither(mgr ctrl.Manager, o limits.Options) error {
	l := limits.NewController()
	if os.Getenv("SLOW") != "" {
		l = limits.NewController()
	}
	return build(mgr, "either", &corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: l}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func build(mgr ctrl.Manager, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind)
}
