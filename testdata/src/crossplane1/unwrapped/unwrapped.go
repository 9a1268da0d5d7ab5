// Package unwrapped takes the options and leaves the global limiter unused.
package unwrapped

import (
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane1/inert"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("managed/unwrapped").
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.Secret{}).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
