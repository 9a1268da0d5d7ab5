// Package queue has set-up functions that are called through values only.
package queue

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the queue controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupDeadLetter adds the dead-letter controller to mgr.
func SetupDeadLetter(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("deadletter").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
