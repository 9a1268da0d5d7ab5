// Package registry calls set-up functions in a loop.
package registry

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
)

// A SetupFunc adds controllers to mgr.
type SetupFunc func(mgr ctrl.Manager, o limits.Options) error

// SetupAll calls each of setups.
func SetupAll(mgr ctrl.Manager, o limits.Options, setups ...SetupFunc) error {
	return SetupEach(mgr, o, setups)
}

// SetupEach calls each of setups.
func SetupEach(mgr ctrl.Manager, o limits.Options, setups []SetupFunc) error {
	for _, setup := range setups {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}
