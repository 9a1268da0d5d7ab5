// Package wired gives its controller every limit of the framework.
package wired

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("wired").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}
