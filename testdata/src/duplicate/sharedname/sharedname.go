// Package sharedname sets up two different controllers of one name: whether a manager refuses the second, main decides.
package sharedname

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

const name = "storage"

// Setup sets up both.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	if err := claims(mgr, o); err != nil {
		return err
	}
	return volumes(mgr, o)
}

func claims(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.PersistentVolumeClaim{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func volumes(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.PersistentVolume{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
