// Package partial gives its controller the framework's options and not its
// middleware.
package partial

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	r := &inert.Reconciler{Client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).
		Named("partial").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(r) // want RL1002:"never ask"
}
