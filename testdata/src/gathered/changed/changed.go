// Package changed gives a controller of another package something else than what it is given: that is followed.
package changed

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/gathered/claims"
	"rllint.test/limits"
)

// Setup sets up the controller with three workers.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	o.MaxConcurrentReconciles = 3 // want RL1003:"3"
	return claims.Setup(mgr, o)
}
