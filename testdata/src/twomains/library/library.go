// Package library sets up controllers for two commands, which decide its
// limits differently.
package library

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds three controllers to mgr: two as the caller wants them, and one
// that is wrong whoever calls.
func Setup(mgr ctrl.Manager, options controller.Options, o limits.Options) error {
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("topic").
		For(&corev1.Secret{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("table").
		For(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: options.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

// SetupOwn adds a controller with a limiter of its own, which both commands do, and one of
// them in two ways.
func SetupOwn(mgr ctrl.Manager, o limits.Options) error {
	own := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Millisecond, time.Minute) // want RL1001:"a queue limiter of its own"
	return ctrl.NewControllerManagedBy(mgr).
		Named("own").
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: own}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
