// Package once makes limiters by hand, each for one controller.
package once

import (
	"time"

	"golang.org/x/time/rate"
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

// Setup adds five controllers to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	for _, setup := range []func(ctrl.Manager, limits.Options) error{
		setupInline, setupMaxOf, setupOwnFunction, setupDefault, setupFast,
	} {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}

func setupInline(mgr ctrl.Manager, o limits.Options) error {
	return build(mgr, "inline", &corev1.ConfigMap{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: o.MaxConcurrentReconciles,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Hour), // want RL1001:"of its own"
		}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupMaxOf(mgr ctrl.Manager, o limits.Options) error {
	options := o.ForControllerRuntime()
	options.RateLimiter = workqueue.NewTypedMaxOfRateLimiter( // want RL1001:"of its own"
		workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		&workqueue.TypedBucketRateLimiter[reconcile.Request]{Limiter: rate.NewLimiter(10, 100)},
	)
	return build(mgr, "maxof", &corev1.Secret{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func slowBackoff() limiter {
	return workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 3) // want RL1001:"of its own"
}

func setupOwnFunction(mgr ctrl.Manager, o limits.Options) error {
	options := o.ForControllerRuntime()
	options.RateLimiter = slowBackoff()
	return build(mgr, "ownfunction", &corev1.Service{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupDefault(mgr ctrl.Manager, o limits.Options) error {
	l := workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]() // want RL1001:"of its own"
	return build(mgr, "default", &corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: l}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupFast(mgr ctrl.Manager, o limits.Options) error {
	options := controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}
	options.RateLimiter = &workqueue.TypedBucketRateLimiter[reconcile.Request]{ // want RL1001:"of its own" RL3001:"bucket alone"
		Limiter: rate.NewLimiter(rate.Every(time.Second), 1),
	}
	return build(mgr, "fast", &corev1.Node{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func build(mgr ctrl.Manager, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind)
}
