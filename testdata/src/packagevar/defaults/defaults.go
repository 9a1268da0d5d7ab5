// Package defaults has its options in a variable that nothing changes.
package defaults

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

const workers = 8

var options = controller.Options{ // want RL1001:"retried after 5 ms"
	MaxConcurrentReconciles: workers, // want RL1003:"8"
}

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("defaults").
		For(&corev1.Secret{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
