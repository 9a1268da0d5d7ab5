// Package controllers holds reconcilers with an options struct each.
package controllers

import (
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// BucketReconciler reconciles buckets.
type BucketReconciler struct {
	inert.Reconciler
	Global *rate.Limiter
}

// BucketReconcilerOptions are the options of a BucketReconciler.
type BucketReconcilerOptions struct {
	RateLimiter workqueue.TypedRateLimiter[reconcile.Request]
}

// SetupWithManagerAndOptions adds the controller to mgr.
func (r *BucketReconciler) SetupWithManagerAndOptions(mgr ctrl.Manager, o BucketReconcilerOptions) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: o.RateLimiter}).
		Complete(limits.NewReconciler(r, r.Global))
}

// RepositoryReconciler reconciles repositories.
type RepositoryReconciler struct {
	inert.Reconciler
	Global *rate.Limiter
}

// RepositoryReconcilerOptions are the options of a RepositoryReconciler.
type RepositoryReconcilerOptions struct {
	DependencyRequeueInterval int
	RateLimiter               workqueue.TypedRateLimiter[reconcile.Request]
}

// SetupWithManagerAndOptions adds the controller to mgr.
func (r *RepositoryReconciler) SetupWithManagerAndOptions(mgr ctrl.Manager, o RepositoryReconcilerOptions) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: o.RateLimiter}).
		Complete(limits.NewReconciler(r, r.Global))
}

// SetupStaticWithManagerAndOptions adds a second controller to mgr.
func (r *RepositoryReconciler) SetupStaticWithManagerAndOptions(mgr ctrl.Manager, o RepositoryReconcilerOptions) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("static").
		For(&corev1.Service{}).
		WithOptions(controller.Options{RateLimiter: o.RateLimiter}).
		Complete(limits.NewReconciler(r, r.Global))
}
