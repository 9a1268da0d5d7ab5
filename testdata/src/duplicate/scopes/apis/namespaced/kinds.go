// Package namespaced names its kinds by their types.
package namespaced

import (
	"reflect"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

type (
	// A Project is one of the namespaced kinds.
	Project struct{}
	// A Group is another.
	Group struct{}
)

// The names of the kinds.
var (
	ProjectKind      = reflect.TypeOf(Project{}).Name()
	GroupKind        = reflect.TypeFor[*Group]().Elem().Name()
	ProjectGroupKind = schema.GroupKind{Group: "namespaced.example.com", Kind: ProjectKind}.String()
)
