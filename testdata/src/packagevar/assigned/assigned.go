// Package assigned reads options from a variable that its importers assign.
package assigned

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Options must be assigned before Setup is called.
var Options limits.Options

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, _ limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("assigned").
		For(&corev1.ConfigMap{}).
		WithOptions(Options.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, Options.Global))
}
