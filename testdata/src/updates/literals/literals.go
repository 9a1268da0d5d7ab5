// Package literals has filters in variables, and functions that nothing but these calls.
package literals

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// Metadata compares the metadata.
var Metadata = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectOld == nil || e.ObjectNew == nil {
			return true
		}
		return differ(e.ObjectOld, e.ObjectNew)
	},
}

// Data compares the data, too.
var Data = predicate.Funcs{
	UpdateFunc: func(e event.UpdateEvent) bool {
		return differ(e.ObjectOld, e.ObjectNew) || dataDiffers(e.ObjectOld, e.ObjectNew)
	},
}

func differ(before, after client.Object) bool {
	if before.GetGeneration() != after.GetGeneration() {
		return true
	}
	if !equality.Semantic.DeepEqual(before.GetOwnerReferences(), after.GetOwnerReferences()) {
		return true
	}
	return !maps.Equal(before.GetLabels(), after.GetLabels()) || !slices.Equal(before.GetFinalizers(), after.GetFinalizers())
}

func dataDiffers(before, after client.Object) bool {
	old, ok := before.(*corev1.ConfigMap)
	return !ok || !maps.Equal(old.Data, after.(*corev1.ConfigMap).Data)
}
