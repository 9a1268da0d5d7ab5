// Package controller adds every controller to a manager.
package controller

import "sigs.k8s.io/controller-runtime/pkg/manager"

// AddToManagerFuncs is a list of functions that add controllers.
var AddToManagerFuncs []func(manager.Manager) error

// AddToManager adds all controllers to mgr.
func AddToManager(mgr manager.Manager) error {
	for _, f := range AddToManagerFuncs {
		if err := f(mgr); err != nil {
			return err
		}
	}
	return nil
}
