// Package looked has filters that look at some of the parts that their reconcilers read.
package looked

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/updates/looked/api"
)

// refreshed lets updates pass that ask for a refresh.
type refreshed struct{ predicate.Funcs }

func (refreshed) Update(e event.UpdateEvent) bool {
	if e.ObjectOld == nil || e.ObjectNew == nil {
		return false
	}
	if now, ok := api.Refresh(e.ObjectNew.GetAnnotations()); ok {
		if before, was := api.Refresh(e.ObjectOld.GetAnnotations()); was {
			return now != before
		}
		return true
	}
	return false
}

// stages acts on two annotations, of which its filter looks at one.
type stages struct{ client.Client }

func (r *stages) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("stages").
		For(&api.Stage{}). // want RL7001:"only another annotation of a Stage reaches this controller, which reads that .looked.go:\\d+."
		WithEventFilter(predicate.Or(predicate.GenerationChangedPredicate{}, refreshed{})).
		Complete(r)
}

func (r *stages) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	stage := &api.Stage{}
	if err := r.Get(ctx, req.NamespacedName, stage); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, ok := api.Abort(stage.GetAnnotations()); ok {
		return ctrl.Result{}, r.Delete(ctx, stage)
	}
	if _, ok := api.Refresh(stage.GetAnnotations()); ok {
		stage.Status.Phase = "refreshed"
	}
	return ctrl.Result{}, r.Status().Update(ctx, stage)
}

// paused acts on the annotation that its filter looks at, and on what that drops where it is set: the other one counts only where it is not.
type paused struct{ client.Client }

func (r *paused) SetUp(mgr ctrl.Manager) error {
	going := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		if e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration() {
			return true
		}
		_, stopped := e.ObjectNew.GetAnnotations()[api.RefreshKey]
		return !stopped
	}}
	ranging := predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		before := e.ObjectOld.GetAnnotations()
		for key, value := range e.ObjectNew.GetAnnotations() {
			if before[key] != value {
				return true
			}
		}
		return e.ObjectNew.GetGeneration() != e.ObjectOld.GetGeneration()
	}}
	return ctrl.NewControllerManagedBy(mgr).
		Named("paused").
		For(&appsv1.StatefulSet{}, builder.WithPredicates(going)).
		Owns(&appsv1.ReplicaSet{}, builder.WithPredicates(ranging)).
		Complete(r)
}

func (r *paused) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, part := &appsv1.StatefulSet{}, &appsv1.ReplicaSet{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if _, ok := api.Abort(set.GetAnnotations()); ok || part.Annotations[api.AbortKey] != "" {
		return ctrl.Result{}, r.Delete(ctx, set)
	}
	return ctrl.Result{}, nil
}
