// Package watched has a filter for any controller.
package watched

import (
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Seen lets deletions pass that the watch has seen.
func Seen() predicate.Predicate {
	return predicate.Funcs{DeleteFunc: func(e event.DeleteEvent) bool { return !e.DeleteStateUnknown }} // want RL7001:"^no deletion of a Node or Endpoints that the watch missed reaches 2 controllers .first, second.: this filter"
}
