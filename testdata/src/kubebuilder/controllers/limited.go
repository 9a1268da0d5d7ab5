package controllers

import (
	"context"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
)

// LimitedReconciler is the scaffold with the limits that main hands it.
type LimitedReconciler struct {
	client.Client
	Global                  *rate.Limiter
	MaxConcurrentReconciles int
}

// Reconcile does nothing.
func (r *LimitedReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager adds the controller to mgr.
func (r *LimitedReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		Named("limited").
		WithOptions(controller.Options{
			MaxConcurrentReconciles: r.MaxConcurrentReconciles,
			RateLimiter:             limits.NewController(),
		}).
		Complete(limits.NewReconciler(r, r.Global))
}
