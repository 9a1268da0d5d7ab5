// Package byhand watches without a builder, and looks up the objects that it is told of.
package byhand

import (
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

type ref struct{ kind, namespace, name string }

type secrets struct{ wanted map[ref]bool }

func (s *secrets) setUp(mgr manager.Manager, c controller.Controller) error {
	return c.Watch(source.Kind(mgr.GetCache(), &corev1.Secret{}, &handler.TypedEnqueueRequestForObject[*corev1.Secret]{},
		predicate.TypedFuncs[*corev1.Secret]{
			CreateFunc: func(e event.TypedCreateEvent[*corev1.Secret]) bool {
				return s.wanted[ref{kind: e.Object.GetObjectKind().GroupVersionKind().Kind, name: e.Object.Name}] // want RL7001:"the kind of e.Object is empty"
			},
			UpdateFunc: func(e event.TypedUpdateEvent[*corev1.Secret]) bool {
				return s.wanted[ref{kind: "Secret", namespace: e.ObjectNew.Namespace, name: e.ObjectNew.Name}]
			},
		}))
}
