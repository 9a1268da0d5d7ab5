package selfwake

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// byVariable has the time in a variable, and writes it where client-go calls it again after a conflict.
type byVariable struct{ client.Client }

func (r *byVariable) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(r)
}

func (r *byVariable) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var job batchv1.Job
	if err := r.Get(ctx, req.NamespacedName, &job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		now := metav1.Now()
		job.Status.StartTime = &now
		return r.Status().Update(ctx, &job) // want RL4006:"job.Status.StartTime of the Job is the time" RL4010:"after a conflict"
	})
}

// byHelper has functions make its conditions.
type byHelper struct{ client.Client }

func (r *byHelper) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).Complete(r)
}

func available() appsv1.DeploymentCondition {
	return appsv1.DeploymentCondition{Type: appsv1.DeploymentAvailable, LastUpdateTime: metav1.Now()}
}

func with(list []appsv1.DeploymentCondition, c appsv1.DeploymentCondition) []appsv1.DeploymentCondition {
	for i := range list {
		if list[i].Type == c.Type {
			list[i] = c
			return list
		}
	}
	return append(list, c)
}

func (r *byHelper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var deployment appsv1.Deployment
	if err := r.Get(ctx, req.NamespacedName, &deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := deployment.DeepCopy()
	deployment.Status.Conditions = with(deployment.Status.Conditions, available())
	if err := r.Status().Patch(ctx, &deployment, client.MergeFrom(before)); err != nil { // want RL4006:"deployment.Status.Conditions of the Deployment is the time"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// byCareful leaves a condition that says the same as it is.
type byCareful struct{ client.Client }

func (r *byCareful) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}).Complete(r)
}

func careful(list []appsv1.ReplicaSetCondition, c appsv1.ReplicaSetCondition) []appsv1.ReplicaSetCondition {
	for i := range list {
		if list[i].Type == c.Type && list[i].Status == c.Status {
			return list
		}
	}
	return append(list, c)
}

func (r *byCareful) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.ReplicaSet
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	set.Status.Conditions = careful(set.Status.Conditions, appsv1.ReplicaSetCondition{Type: "Ready", Status: "True", LastTransitionTime: metav1.Now()})
	return ctrl.Result{}, r.Status().Update(ctx, &set)
}

// inTurn says that it is at work, and then that it is done.
type inTurn struct{ client.Client }

func (r *inTurn) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.StatefulSet{}).Complete(r)
}

func (r *inTurn) say(ctx context.Context, set *appsv1.StatefulSet, what string) error {
	set.Status.CurrentRevision = what
	return r.Status().Update(ctx, set)
}

func (r *inTurn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.StatefulSet
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.say(ctx, &set, "at work"); err != nil { // want RL4006:"again, on each pass: .*Status.CurrentRevision of the StatefulSet is .at work. here and .done. later .helpers.go:115., and no predicate"
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, &batchv1.Job{}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.say(ctx, &set, "done"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// inTurnOnce says so only for a generation that it has not seen.
type inTurnOnce struct{ client.Client }

func (r *inTurnOnce) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.DaemonSet{}).Complete(r)
}

func (r *inTurnOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var set appsv1.DaemonSet
	if err := r.Get(ctx, req.NamespacedName, &set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if set.Status.ObservedGeneration != set.Generation {
		set.Status.NumberReady = 0
		if err := r.Status().Update(ctx, &set); err != nil {
			return ctrl.Result{}, err
		}
	}
	set.Status.NumberReady = 1
	return ctrl.Result{}, r.Status().Update(ctx, &set)
}
