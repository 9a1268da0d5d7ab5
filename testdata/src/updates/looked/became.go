package looked

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// stop is the annotation by which users stop an object. Nobody sets the variable, but the other one.
var stop, leave = "example.org/stop", "example.org/leave"

const held = "example.org/held"

func init() { leave = "example.org/left" }

func isTrue(list []appsv1.DeploymentCondition, typ appsv1.DeploymentConditionType) bool {
	for _, c := range list {
		if c.Type == typ {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

func isDone(list []batchv1.JobCondition, typ batchv1.JobConditionType) bool {
	for _, c := range list {
		if c.Type == typ {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}

// became lets updates pass with which a deployment becomes ready.
type became struct{ predicate.Funcs }

func (became) Update(e event.UpdateEvent) bool {
	before, after := e.ObjectOld.(*appsv1.Deployment), e.ObjectNew.(*appsv1.Deployment)
	return !isTrue(before.Status.Conditions, appsv1.DeploymentAvailable) && isTrue(after.Status.Conditions, appsv1.DeploymentAvailable)
}

// isReady lets all updates of a deployment pass that is ready, whatever they change, and those of jobs by two conditions.
var isReady = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
	if job, ok := e.ObjectNew.(*batchv1.Job); ok {
		return isDone(job.Status.Conditions, batchv1.JobFailed) != isDone(job.Status.Conditions, batchv1.JobComplete)
	}
	return isTrue(e.ObjectNew.(*appsv1.Deployment).Status.Conditions, appsv1.DeploymentAvailable)
}}

// respected lets updates pass with which a disruption budget is respected again.
var respected = predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool { // want RL7001:"only a label of a PodDisruptionBudget reaches controller became, which"
	before, after := e.ObjectOld.(*policyv1.PodDisruptionBudget), e.ObjectNew.(*policyv1.PodDisruptionBudget)
	return meta.IsStatusConditionTrue(after.Status.Conditions, policyv1.DisruptionAllowedCondition) &&
		!meta.IsStatusConditionTrue(before.Status.Conditions, policyv1.DisruptionAllowedCondition)
}}

type stopped struct{ client.Client }

func (r *stopped) SetUp(mgr ctrl.Manager) error {
	changed := predicate.GenerationChangedPredicate{}
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("ready").
		For(&appsv1.Deployment{}, builder.WithPredicates(predicate.Or(changed, isReady))).
		Owns(&batchv1.Job{}, builder.WithPredicates(predicate.Or(changed, isReady))).
		Complete(r); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("became").
		For(&appsv1.Deployment{}, builder.WithPredicates(predicate.Or(changed, became{}))). // want RL7001:"only an annotation of a Deployment reaches this controller, which reads that .became.go:102."
		Owns(&appsv1.StatefulSet{}, builder.WithPredicates(changed)).
		Owns(&policyv1.PodDisruptionBudget{}, builder.WithPredicates(respected)).
		Complete(r)
}

func (r *stopped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	deployment, job := &appsv1.Deployment{}, &batchv1.Job{}
	if err := r.Get(ctx, req.NamespacedName, deployment); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Get(ctx, req.NamespacedName, job); err != nil || job.Annotations[stop] != "" {
		return ctrl.Result{}, err
	}
	set := &appsv1.StatefulSet{}
	if err := r.Get(ctx, req.NamespacedName, set); err != nil || set.Annotations[leave] != "" {
		return ctrl.Result{}, err
	}
	budget := &policyv1.PodDisruptionBudget{}
	if err := r.Get(ctx, req.NamespacedName, budget); err != nil || metav1.HasLabel(budget.ObjectMeta, held) {
		return ctrl.Result{}, err
	}
	if deployment.Annotations[stop] == "true" {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, r.Delete(ctx, set)
}
