// Package updates watches sources that are structs, through filters that let no update pass.
package updates

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"rllint.test/untyped/inert"
)

// Set makes controllers with a builder and by hand.
func Set(mgr ctrl.Manager, options controller.Options) error {
	err := ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Watches(&source.Kind{Type: &corev1.Secret{}}, &handler.EnqueueRequestForObject{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"a Secret reaches controller apps/v1.Deployment"
		Owns(&corev1.Namespace{}, builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Watches(&source.Kind{Type: &corev1.ConfigMap{}}, &handler.EnqueueRequestForOwner{OwnerType: &appsv1.Deployment{}}, builder.WithPredicates(data)). // want RL7001:"of the updates of a ConfigMap only those of its metadata"
		Complete(&inert.Reconciler{})
	if err != nil {
		return err
	}
	c, err := controller.New("configs", mgr, options)
	if err != nil {
		return err
	}
	if err := c.Watch(&source.Kind{Type: &corev1.ConfigMap{}}, &handler.EnqueueRequestForObject{}, predicate.GenerationChangedPredicate{}); err != nil { // want RL7001:"a ConfigMap reaches controller configs"
		return err
	}
	return c.Watch(source.NewKindWithCache(&corev1.ServiceAccount{}, mgr.GetCache()), &handler.EnqueueRequestForObject{}, spec{}) // want RL7001:"a ServiceAccount "
}

// told asks for the Deployment of each event, and of what the program puts into a channel.
type told struct {
	client.Client
	events chan event.GenericEvent
}

func (r *told) set(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).
		Watches(&source.Channel{Source: r.events}, &handler.EnqueueRequestForObject{}).
		Watches(&source.Kind{Type: &corev1.Node{}}, &handler.EnqueueRequestForObject{}). // want RL7002:"an event of kind Node asks for an object of kind Deployment"
		Complete(r)
}

func (r *told) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &appsv1.Deployment{}))
}

type spec struct{ predicate.Funcs }

func (spec) Update(e event.UpdateEvent) bool {
	before, after := e.ObjectOld, e.ObjectNew
	return after.GetGeneration() != before.GetGeneration()
}

// data holds back the very objects that it is to compare.
var data = predicate.Or(predicate.LabelChangedPredicate{}, predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	if e.ObjectNew.GetDeletionGracePeriodSeconds() != nil {
		return true
	}
	before, ok := e.ObjectOld.DeepCopyObject().(*corev1.ConfigMap)
	if ok { // want RL7001:"this filter lets no update of a corev1.ConfigMap pass: it returns false where the assertion holds; ask for !ok"
		return false
	}
	after, ok := e.ObjectNew.DeepCopyObject().(*corev1.ConfigMap)
	if ok {
		return false
	}
	return !reflect.DeepEqual(before.Data, after.Data)
}})
