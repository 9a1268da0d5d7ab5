// Package settled has reconcilers that add a finalizer first, and put a condition in the place of the one that is there.
package settled

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	"rllint.test/selfwake/conditions"
)

const finalizer = "rllint.test/settled"

// replaces puts a condition of now in the place of the one of its type.
type replaces struct{ client.Client }

func (r *replaces) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	claim := &corev1.PersistentVolumeClaim{}
	if err := r.Get(ctx, req.NamespacedName, claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	isBeingDeleted := claim.GetDeletionTimestamp() != nil
	if isBeingDeleted {
		return ctrl.Result{}, nil
	}
	if !controllerutil.ContainsFinalizer(claim, finalizer) {
		controllerutil.AddFinalizer(claim, finalizer)
		return ctrl.Result{}, r.Update(ctx, claim)
	}
	return r.updateStatus(ctx, claim, true) // want RL4006:"claim.Status.Conditions.i. of the PersistentVolumeClaim is the time"
}

func (r *replaces) updateStatus(ctx context.Context, claim *corev1.PersistentVolumeClaim, ok bool) (ctrl.Result, error) {
	condition := corev1.PersistentVolumeClaimCondition{Type: "Ready", Status: corev1.ConditionFalse, LastTransitionTime: metav1.Now()}
	if ok {
		condition.Status = corev1.ConditionTrue
	}
	found := false
	for i, c := range claim.Status.Conditions {
		if c.Type == "Ready" {
			claim.Status.Conditions[i] = condition
			found = true
			break
		}
	}
	if !found {
		claim.Status.Conditions = append(claim.Status.Conditions, condition)
	}
	return ctrl.Result{}, r.Status().Update(ctx, claim)
}

// keeps keeps the time of the condition that is there.
type keeps struct{ client.Client }

func (r *keeps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	deployment := &appsv1.Deployment{}
	if err := r.Get(ctx, req.NamespacedName, deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	condition := appsv1.DeploymentCondition{Type: "Ready", Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}
	for i, c := range deployment.Status.Conditions {
		if c.Type == "Ready" {
			condition.LastTransitionTime = c.LastTransitionTime
			deployment.Status.Conditions[i] = condition
		}
	}
	return ctrl.Result{}, r.Status().Update(ctx, deployment)
}

// flips replaces only a condition that says something else.
type flips struct{ client.Client }

func (r *flips) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	job := &batchv1.Job{}
	if err := r.Get(ctx, req.NamespacedName, job); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	condition := batchv1.JobCondition{Type: "Ready", Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}
	for i, c := range job.Status.Conditions {
		if c.Type == "Ready" && c.Status != condition.Status {
			job.Status.Conditions[i] = condition
		}
	}
	return ctrl.Result{}, r.Status().Update(ctx, job)
}

// skips goes on where the condition says the same.
type skips struct{ client.Client }

func (r *skips) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	node := &corev1.Node{}
	if err := r.Get(ctx, req.NamespacedName, node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	condition := corev1.NodeCondition{Type: "Ready", Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}
	for i, c := range node.Status.Conditions {
		if c.Status == condition.Status {
			continue
		}
		if c.Type == "Ready" {
			node.Status.Conditions[i] = condition
		}
	}
	return ctrl.Result{}, r.Status().Update(ctx, node)
}

// calls has another package make its condition.
type calls struct{ client.Client }

func (r *calls) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set := &appsv1.ReplicaSet{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	set.Status.Conditions = []appsv1.ReplicaSetCondition{conditions.Ready("Done")}
	if err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return r.Status().Update(ctx, set) // want RL4006:"set.Status.Conditions of the ReplicaSet is the time" RL4010:"after a conflict"
	}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// since hands that package the conditions that are there.
type since struct{ client.Client }

func (r *since) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	set := &appsv1.StatefulSet{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	set.Status.Conditions = []appsv1.StatefulSetCondition{conditions.Since(set.Status.Conditions)}
	return ctrl.Result{}, r.Status().Update(ctx, set)
}

// Setup adds them all.
func Setup(mgr ctrl.Manager) error {
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(&replaces{mgr.GetClient()}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.Deployment{}).Complete(&keeps{mgr.GetClient()}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&batchv1.Job{}).Complete(&flips{mgr.GetClient()}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&skips{mgr.GetClient()}); err != nil {
		return err
	}
	if err := ctrl.NewControllerManagedBy(mgr).For(&appsv1.ReplicaSet{}).Complete(&calls{mgr.GetClient()}); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).For(&appsv1.StatefulSet{}).Complete(&since{mgr.GetClient()})
}
