// Package license has controllers of few objects.
package license

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the license controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	//rllint:ignore RL1003 there is one license
	return ctrl.NewControllerManagedBy(mgr).
		Named("license").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupKey adds the key controller to mgr.
func SetupKey(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("key").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) //lint:ignore RL1003 there is one key
}

// SetupUnlimited adds a controller whose reconciler nothing limits; the comment is
// about something else.
func SetupUnlimited(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("unlimited").
		For(&corev1.Node{}).
		WithOptions(o.ForControllerRuntime()).
		//rllint:ignore RL1003 nodes are few
		// held RL1002:"rllint.test/suppressed is not known to set o.Global"
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
