// Package queues sets up controllers with a number of workers that a command's
// flags decide.
package queues

import (
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Run adds two controllers to a manager and starts it: one with as many workers
// as reconciles a second, one with a number of its own.
func Run(maxReconcileRate, workers int) error {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{})
	if err != nil {
		return err
	}
	global := limits.NewGlobal(maxReconcileRate)
	if err := Setup(mgr, maxReconcileRate, global); err != nil {
		return err
	}
	if err := SetupOther(mgr, workers, global); err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

// Setup adds a controller to mgr.
func Setup(mgr ctrl.Manager, workers int, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupOther adds a controller to mgr.
func SetupOther(mgr ctrl.Manager, workers int, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("other").
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}
