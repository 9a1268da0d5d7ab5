// Package unwrapped sets its controller up once the gate opens, without the
// middleware.
package unwrapped

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/inert"
)

// SetupGated adds the controller to mgr once its kind is served.
func SetupGated(mgr ctrl.Manager, o controller.Options) error {
	o.Gate.Register(func() {
		if err := setup(mgr, o); err != nil {
			mgr.GetLogger().Error(err, "unable to set up the controller")
		}
	}, corev1.SchemeGroupVersion.WithKind("Secret"))
	return nil
}

func setup(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("managed/unwrapped").
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.Secret{}).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
