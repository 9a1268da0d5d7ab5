// Package anykind is a library with a function that makes controllers for kinds that its callers decide: messages
// name that function.
package anykind

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
)

// Options are what all controllers are given.
type Options struct{ rate *int }

// New returns options with the rate of a flag.
func New() Options { return Options{flag.Int("max-reconcile-rate", 10, "")} }

// Add adds a controller of a kind.
func (o Options) Add(mgr ctrl.Manager, object client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(object).
		Complete(&inert.Reconciler{}) // want RL1001:"^each controller that anykind.Options.Add makes has no queue limiter" RL1002:"^each controller that anykind.Options.Add makes never asks"
}
