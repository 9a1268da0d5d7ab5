// Package all gathers set-up functions of other packages, as generated providers do.
package all

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/gathered/claims"
	"rllint.test/gathered/events"
	"rllint.test/limits"
)

// Setup sets up all controllers.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	for _, setup := range []func(ctrl.Manager, limits.Options) error{claims.Setup, events.Setup} {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}
