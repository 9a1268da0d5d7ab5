// Package kept has a filter that lets updates pass as the predicate does which it embeds, and nothing else.
package kept

import (
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Filter lets the creations pass of one namespace.
type Filter struct {
	predicate.GenerationChangedPredicate

	namespace string
}

// New returns the filter of a namespace.
func New(namespace string) *Filter { return &Filter{namespace: namespace} }

// Create reports whether the namespace is that of the object.
func (f *Filter) Create(e event.CreateEvent) bool { return e.Object.GetNamespace() == f.namespace }
