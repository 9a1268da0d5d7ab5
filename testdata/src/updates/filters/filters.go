// Package filters has predicates in the ways in which programs write them.
package filters

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Generation lets updates pass that change the generation.
var Generation = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld == nil || e.ObjectNew == nil {
			return false
		}
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
	},
	DeleteFunc: func(event.DeleteEvent) bool { return true },
}

// Counted does the same, and lets what has no generation pass.
var Counted = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() == 0 || e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
	},
}

// ByKind lets all updates of ConfigMaps pass, and of others those that change the generation.
var ByKind = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		switch e.ObjectNew.(type) {
		case *corev1.ConfigMap:
			return true
		}
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration()
	},
}

// Named lets updates pass of objects of a name, if they change the generation.
func Named(name string) predicate.Predicate {
	return predicate.And(predicate.NewPredicateFuncs(func(o client.Object) bool { return o.GetName() == name }), Spec{})
}

// Later has a method of what it embeds, and lets no creation pass.
type Later struct {
	predicate.GenerationChangedPredicate
}

// Create holds back what is there at the start.
func (Later) Create(event.CreateEvent) bool { return false }

// Any lets all pass.
type Any struct{ predicate.Funcs }

// Spec is a type with the method of a predicate.
type Spec struct{ predicate.Funcs }

// Update reads the metadata by an accessor.
func (Spec) Update(e event.UpdateEvent) bool {
	before, err := meta.Accessor(e.ObjectOld)
	if err != nil {
		return false
	}
	after, err := meta.Accessor(e.ObjectNew)
	if err != nil {
		return false
	}
	return after.GetGeneration() > before.GetGeneration()
}

// Deleted also lets updates pass that delete the object.
var Deleted = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return Changed(e.ObjectOld, e.ObjectNew) }}

// Changed tells two objects apart, by what is counted or marks the end.
func Changed(before, after client.Object) bool {
	if !after.GetDeletionTimestamp().IsZero() {
		return true
	}
	return before.GetGeneration() != after.GetGeneration()
}

// Ends lets no updates pass but those that delete the object.
var Ends = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { return e.ObjectNew.GetDeletionTimestamp() != nil }}

// Data compares the data of ConfigMaps, after the generation.
var Data = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() {
			return true
		}
		before, ok := e.ObjectOld.(*corev1.ConfigMap)
		if !ok {
			return false
		}
		return !reflect.DeepEqual(before.Data, e.ObjectNew.(*corev1.ConfigMap).Data)
	},
}

// Labels compares generation, labels and annotations.
var Labels = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return e.ObjectOld.GetGeneration() != e.ObjectNew.GetGeneration() ||
			!reflect.DeepEqual(e.ObjectOld.GetLabels(), e.ObjectNew.GetLabels()) ||
			!reflect.DeepEqual(e.ObjectOld.GetAnnotations(), e.ObjectNew.GetAnnotations())
	},
}

// Owners compares the owners as well.
var Owners = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return Labels.Update(e) || !reflect.DeepEqual(e.ObjectOld.GetOwnerReferences(), e.ObjectNew.GetOwnerReferences())
	},
}

// Never lets no update pass.
var Never = predicate.Funcs{UpdateFunc: func(event.UpdateEvent) bool { return false }}

// Secrets lets changes of their data pass.
var Secrets = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		before, ok1 := e.ObjectOld.(*corev1.Secret)
		after, ok2 := e.ObjectNew.(*corev1.Secret)
		if !ok1 || !ok2 {
			return false
		}
		return !reflect.DeepEqual(before.Data, after.Data)
	},
}

type secret = corev1.Secret

// Aliased asks for a Secret by another name.
var Aliased = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		after, ok := e.ObjectNew.(*secret)
		return ok && len(after.Data) > 0
	},
}

// Metadata is for watches of metadata alone.
var Metadata = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		after, ok := e.ObjectNew.(*metav1.PartialObjectMetadata)
		return ok && len(after.Labels) > 0
	},
}

// Copies compares what copies of the objects have.
var Copies = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	before, ok := e.ObjectOld.DeepCopyObject().(*corev1.ConfigMap)
	return !ok || !reflect.DeepEqual(before.Data, e.ObjectNew.(*corev1.ConfigMap).DeepCopy().Data)
}}
