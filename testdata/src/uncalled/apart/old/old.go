// Package old has a controller that nobody sets up any more.
package old

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
)

// Kind is what it is for.
const Kind = "Endpoints"

// Add sets it up.
func Add(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).Complete(&inert.Reconciler{}) // want RL7003:"this controller never runs: nothing in the program calls old.Add, though it calls most functions like that beside it"
}
