// Package jobs has one controller.
package jobs

import (
	batchv1 "k8s.io/api/batch/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// Add sets it up.
func Add(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(&inert.Reconciler{})
}
