// Package sets has one controller.
package sets

import (
	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// Add sets it up.
func Add(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}).Complete(&inert.Reconciler{})
}
