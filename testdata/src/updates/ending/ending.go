// Package ending has filters that hold back the update which begins a deletion.
package ending

import (
	"context"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/looked/api"
)

const finalizer = "example.org/stage"

// resized lets updates pass that change a Spec or an annotation.
type resized struct{ predicate.Funcs }

func (resized) Update(e event.UpdateEvent) bool {
	before, ok1 := e.ObjectOld.(*api.Stage)
	after, ok2 := e.ObjectNew.(*api.Stage)
	return ok1 && ok2 && (!reflect.DeepEqual(before.Spec, after.Spec) || !reflect.DeepEqual(before.Annotations, after.Annotations))
}

// ending lets updates pass that begin a deletion.
var ending = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	return e.ObjectOld.GetDeletionTimestamp() == nil && e.ObjectNew.GetDeletionTimestamp() != nil
}}

// alive lets no object pass that is being deleted, nor does living.
var alive = predicate.NewPredicateFuncs(func(o client.Object) bool { return o.GetDeletionTimestamp().IsZero() })

var living = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"holds back the update that begins the deletion of a Stage"
	return e.ObjectNew.GetDeletionTimestamp() == nil
}}

// A cleaner takes its finalizer out of what is being deleted.
type cleaner struct{ client.Client }

func (c *cleaner) SetUp(mgr ctrl.Manager) error {
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("cleaner").
		For(&api.Stage{}, builder.WithPredicates(resized{})). // want RL7001:"holds back the update that begins the deletion of a Stage, which the reconciler waits for .ending.go:\\d+.: the object stays"
		Complete(c); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("either").For(&api.Stage{}).
		WithEventFilter(predicate.Or(resized{}, ending)).Complete(c); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("counted").For(&api.Stage{}).
		WithEventFilter(predicate.GenerationChangedPredicate{}).Complete(c); err != nil { // a deletion changes the generation
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("alive").For(&api.Stage{}, builder.WithPredicates(alive)).Complete(c); err != nil { // want RL7001:"holds back the update that begins the deletion of a Stage"
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("living").For(&api.Stage{}).
		WithEventFilter(living).Complete(c); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).Named("alive or ending").For(&api.Stage{}).
		WithEventFilter(predicate.Or(alive, ending)).Complete(c); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).Named("set").For(&appsv1.ReplicaSet{}). // of which the reconciler does not ask that
											WithEventFilter(predicate.Or(predicate.LabelChangedPredicate{}, predicate.AnnotationChangedPredicate{})).Complete(c)
}

func (c *cleaner) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var stage api.Stage
	if err := c.Get(ctx, req.NamespacedName, &stage); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !stage.DeletionTimestamp.IsZero() {
		return c.clean(ctx, &stage)
	}
	controllerutil.AddFinalizer(&stage, finalizer)
	return ctrl.Result{}, c.Update(ctx, &stage)
}

func (c *cleaner) clean(ctx context.Context, stage *api.Stage) (ctrl.Result, error) {
	controllerutil.RemoveFinalizer(stage, finalizer)
	return ctrl.Result{}, c.Update(ctx, stage)
}

// An idler only leaves alone what is being deleted.
type idler struct{ client.Client }

func (i *idler) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("idler").For(&api.Stage{}, builder.WithPredicates(resized{}, alive)).Complete(i)
}

func (i *idler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var stage api.Stage
	if err := i.Get(ctx, req.NamespacedName, &stage); err != nil || stage.DeletionTimestamp != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, i.Create(ctx, &corev1.ConfigMap{ObjectMeta: stage.ObjectMeta})
}

// A keeper takes its finalizer out of ConfigMaps, and leaves alone the stages that are being deleted.
type keeper struct{ client.Client }

func (k *keeper) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("keeper").For(&api.Stage{}, builder.WithPredicates(resized{})).Complete(k)
}

func (k *keeper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var stage api.Stage
	if err := k.Get(ctx, req.NamespacedName, &stage); err != nil || stage.DeletionTimestamp != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var config corev1.ConfigMap
	if err := k.Get(ctx, req.NamespacedName, &config); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	controllerutil.RemoveFinalizer(&config, finalizer)
	return ctrl.Result{}, k.Update(ctx, &config)
}
