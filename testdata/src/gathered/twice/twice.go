// Package twice calls one set-up function a second time: its package cannot know.
package twice

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/gathered/claims"
	"rllint.test/gathered/events"
	"rllint.test/limits"
)

// Setup sets up all controllers.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	if err := claims.Setup(mgr, o); err != nil { // want RL2002:"controller storage is set up twice for one manager .see twice.go:20."
		return err
	}
	if err := events.Setup(mgr, o); err != nil {
		return err
	}
	return claims.Setup(mgr, o) // want RL2002:"controller storage is set up twice for one manager .see twice.go:14."
}
