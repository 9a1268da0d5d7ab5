// Package forgotten is handed the framework's options and uses none of them.
package forgotten

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("forgotten").
		For(&corev1.Service{}).
		Complete(&inert.Reconciler{Client: mgr.GetClient()}) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}
