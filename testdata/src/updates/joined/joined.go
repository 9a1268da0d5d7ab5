// Package joined has filters that are one too many, and filters for another type than some of what is watched.
package joined

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/looked/api"
)

var (
	generation  = predicate.GenerationChangedPredicate{}
	annotations = predicate.AnnotationChangedPredicate{}
	labelled    = predicate.NewPredicateFuncs(func(o client.Object) bool { return o.GetLabels()["example.org/ours"] != "" })
)

type reconciler struct{ client.Client }

// SetUp joins filters that wait for changes of different parts.
func (r *reconciler) SetUp(mgr ctrl.Manager) error {
	for _, b := range []*ctrl.Builder{
		ctrl.NewControllerManagedBy(mgr).Named("list").
			For(&api.Stage{}, builder.WithPredicates(generation, annotations)), // want RL7001:"no update that changes one part of a Stage reaches controller list: each of the filters waits for a change of another one"
		ctrl.NewControllerManagedBy(mgr).Named("and").
			For(&api.Stage{}, builder.WithPredicates(predicate.And(labelled, predicate.And(generation, predicate.LabelChangedPredicate{})))), // want RL7001:"no update that changes one part of a Stage reaches controller and"
		ctrl.NewControllerManagedBy(mgr).Named("all").
			For(&api.Stage{}, builder.WithPredicates(annotations)). // want RL7001:"no update that changes one part of a Stage reaches controller all"
			WithEventFilter(generation),
		ctrl.NewControllerManagedBy(mgr).Named("or").
			For(&api.Stage{}, builder.WithPredicates(predicate.Or(generation, annotations))),
		ctrl.NewControllerManagedBy(mgr).Named("one").
			For(&api.Stage{}, builder.WithPredicates(labelled, generation, predicate.ResourceVersionChangedPredicate{})).
			WithEventFilter(predicate.Or(annotations, generation)),
	} {
		if err := b.Complete(r); err != nil {
			return err
		}
	}
	return nil
}

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var stage api.Stage
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &stage))
}

// confirmed lets deletions pass that the watch has seen.
type confirmed struct{ predicate.Funcs }

func (confirmed) Delete(e event.DeleteEvent) bool { return e.Object != nil && !e.DeleteStateUnknown }

// A maker's filter is for its own objects alone, though it reads the statuses of others.
type maker struct{ client.Client }

func (m *maker) SetUp(mgr ctrl.Manager) error {
	own := predicate.Funcs{
		UpdateFunc: func(e event.UpdateEvent) bool {
			before, ok := e.ObjectOld.(*api.Stage)
			if !ok {
				return false
			}
			return before.Spec != e.ObjectNew.(*api.Stage).Spec
		},
		DeleteFunc: func(e event.DeleteEvent) bool { // want RL7001:"no deletion of a Deployment or StatefulSet that the watch missed reaches controller maker: this filter"
			if e.DeleteStateUnknown {
				return false
			}
			return true
		},
	}
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("maker").
		For(&api.Stage{}).
		Owns(&appsv1.Deployment{}).  // want RL7001:"only the status of a Deployment reaches this controller, which reads that"
		Owns(&appsv1.StatefulSet{}). // of which it reads nothing
		WithEventFilter(own).
		Complete(m); err != nil {
		return err
	}
	none := predicate.Funcs{DeleteFunc: func(event.DeleteEvent) bool { return false }}
	return ctrl.NewControllerManagedBy(mgr).
		Named("seen").
		For(&api.Stage{}, builder.WithPredicates(confirmed{})).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(none)).
		Owns(&appsv1.ReplicaSet{}, builder.WithPredicates(confirmed{})). // want RL7001:"no deletion of a ReplicaSet that the watch missed"
		Owns(&appsv1.DaemonSet{}, builder.WithPredicates(predicate.Or(none, labelled))).
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(m.all), builder.OnlyMetadata, builder.WithPredicates(opaque)). // want RL7001:"no update of a PartialObjectMetadata reaches controller seen: the filter is for objects of another type"
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(m.all), builder.WithPredicates(opaque)).
		WatchesMetadata(&corev1.ConfigMap{}, handler.EnqueueRequestsFromMapFunc(m.all), builder.WithPredicates(labelled)).
		Complete(m)
}

// opaque is for Secrets with data.
var opaque = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	secret, ok := e.ObjectNew.(*corev1.Secret)
	return ok && secret.Type == corev1.SecretTypeOpaque
}}

func (m *maker) all(context.Context, client.Object) []ctrl.Request { return nil }

func (m *maker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := m.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if deployment.Status.ReadyReplicas == 0 {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, m.Create(ctx, &corev1.ConfigMap{ObjectMeta: deployment.ObjectMeta})
}
