// Package library sets up controllers that leave their number of workers to the
// manager, by kind or for all.
package library

import (
	"golang.org/x/time/rate"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// SetupConfigMap adds a controller without a number of workers.
func SetupConfigMap(mgr ctrl.Manager, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupDeployment adds a controller without a number of workers.
func SetupDeployment(mgr ctrl.Manager, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupPod adds a controller without a number of workers.
func SetupPod(mgr ctrl.Manager, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupStatefulSet adds a controller without a number of workers.
func SetupStatefulSet(mgr ctrl.Manager, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.StatefulSet{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupJobs adds controllers without numbers of workers.
func SetupJobs(mgr ctrl.Manager, global *rate.Limiter) error {
	err := ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.CronJob{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		For(&batchv1.Job{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupAny adds a controller for objects of a kind that is decided while the program runs.
func SetupAny(mgr ctrl.Manager, global *rate.Limiter, kind schema.GroupVersionKind) error {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	return ctrl.NewControllerManagedBy(mgr).
		For(object).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupKindless adds a controller that watches config maps but is not for them, so that
// the manager's number for them is not its own.
func SetupKindless(mgr ctrl.Manager, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("kindless").
		Watches(&corev1.ConfigMap{}, nil).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupOwn adds a controller with the number of workers that it is given, which
// the manager's does not change.
func SetupOwn(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Service{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL7003:"nothing in the program calls library.SetupOwn"
}

// SetupReadBack adds a controller that asks the manager for the number of
// another kind.
func SetupReadBack(mgr ctrl.Manager, global *rate.Limiter) error {
	kind := schema.GroupKind{Kind: "Secret"}
	return ctrl.NewControllerManagedBy(mgr).
		Named("readback").
		Watches(&corev1.Secret{}, nil).
		WithOptions(controller.Options{
			RateLimiter:             limits.NewController(),
			MaxConcurrentReconciles: mgr.GetControllerOptions().GroupKindConcurrency[kind.String()],
		}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}
