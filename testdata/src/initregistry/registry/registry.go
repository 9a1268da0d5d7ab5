// Package registry keeps set-up functions that other packages add to it.
package registry

import (
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/limits"
)

var setups = map[string]func(ctrl.Manager, limits.Options) error{}

// Register adds a set-up function.
func Register(name string, setup func(ctrl.Manager, limits.Options) error) { setups[name] = setup }

// SetupAll calls every set-up function.
func SetupAll(mgr ctrl.Manager, o limits.Options) error {
	for _, setup := range setups {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}
