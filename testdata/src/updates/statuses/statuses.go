// Package statuses reads the statuses of objects whose changes do not all reach it.
package statuses

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type reconciler struct{ client.Client }

func (r *reconciler) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&appsv1.ReplicaSet{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&appsv1.Deployment{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                         // want RL7001:"no change of a Deployment's status reaches this controller"
		Owns(&appsv1.StatefulSet{}, builder.WithPredicates(predicate.And(predicate.GenerationChangedPredicate{}, filter))). // want RL7001:"a StatefulSet's status"
		Owns(&appsv1.DaemonSet{}, builder.WithPredicates(predicate.Or(predicate.GenerationChangedPredicate{}, filter))).    // which lets changes of the status pass
		Owns(&batchv1.Job{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).                               // whose status is only set
		Complete(r)
}

var filter = predicate.NewPredicateFuncs(func(client.Object) bool { return true })

func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set, d, s, n, job := &appsv1.ReplicaSet{}, &appsv1.Deployment{}, &appsv1.StatefulSet{}, &appsv1.DaemonSet{}, &batchv1.Job{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	ready := d.Status.ReadyReplicas == set.Status.Replicas && s.Status.ReadyReplicas > 0 && n.Status.NumberReady > 0
	job.Status.Active = 1
	if !ready {
		return ctrl.Result{}, r.Update(ctx, job)
	}
	return ctrl.Result{}, nil
}
