// Package scoped asks for objects in namespaces.
package scoped

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/lostevents/scoped/api"
	"rllint.test/lostevents/scoped/mapper"
)

type authorities struct{ client.Client }

func (r *authorities) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Authority{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(mapper.ByLabel("authority"))). // want RL7002:"the map function asks for an object of kind Authority in the namespace of the Secret, and objects of that kind have none"
		Watches(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(named)).                    // want RL7002:"in the namespace of the ConfigMap"
		Watches(&corev1.Node{}, handler.EnqueueRequestsFromMapFunc(named)).                         // which has none itself
		Watches(&corev1.Pod{}, handler.EnqueueRequestsFromMapFunc(ofPod)).                          // want RL7002:"in the namespace of the Pod"
		Watches(&corev1.Service{}, handler.EnqueueRequestsFromMapFunc(ofRequest)).                  // of another object
		Complete(r)
}

func ofPod(_ context.Context, o client.Object) []reconcile.Request {
	pod := o.(*corev1.Pod)
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: pod.Namespace, Name: pod.Spec.ServiceAccountName}}}
}

func ofRequest(_ context.Context, o client.Object) []reconcile.Request {
	var scope corev1.ConfigMap
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: scope.Namespace, Name: o.GetName()}}}
}

func named(_ context.Context, o client.Object) []reconcile.Request {
	return []reconcile.Request{{NamespacedName: types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetLabels()["authority"]}}}
}

func (r *authorities) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &api.Authority{}))
}

type certificates struct{ client.Client }

func (r *certificates) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&api.Certificate{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(named)).
		Watches(&api.Authority{}, r.ofAuthority()).
		Complete(r)
}

func (r *certificates) ofAuthority() handler.EventHandler {
	return handler.EnqueueRequestsFromMapFunc(func(_ context.Context, o client.Object) []reconcile.Request {
		authority, ok := o.(*api.Authority)
		if !ok {
			return nil
		}
		elsewhere := reconcile.Request{NamespacedName: types.NamespacedName{Namespace: "default", Name: authority.Name}}
		return []reconcile.Request{elsewhere, {
			NamespacedName: types.NamespacedName{Namespace: authority.Namespace, Name: authority.Name}, // want RL7002:"objects of kind Authority have no namespace, so this asks for an object of kind Certificate in none"
		}}
	})
}

func (r *certificates) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &api.Certificate{}))
}

// byName leaves the namespace out by itself.
type byName struct{ client.Client }

func (r *byName) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("by-name").
		For(&api.Authority{}).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(named)).
		Complete(r)
}

func (r *byName) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, client.ObjectKey{Name: req.Name}, &api.Authority{}))
}
