// Package setups has the set-up functions.
package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Nodes adds the controller of nodes.
func Nodes(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(controller.Options{RateLimiter: limits.NewController()}).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
