// Package selfwake has reconcilers that write something new into their object on each pass, and no predicate; and others
// that look alike and come to rest.
package selfwake

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

const ready = "Ready"

// removes takes its condition away and sets it again, and writes the status in a deferred call.
type removes struct{ client.Client }

func (r *removes) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	budget := &policyv1.PodDisruptionBudget{}
	if err := r.Get(ctx, req.NamespacedName, budget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !budget.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, nil
	}
	if added, err := r.ensureFinalizer(ctx, budget); added || err != nil {
		return ctrl.Result{}, err
	}
	defer func() {
		if err := r.Status().Update(ctx, budget); err != nil { // want RL4006:"this write wakes the controller once more, and for ever where a pass takes a second: condition ready of the PodDisruptionBudget is removed .main.go:53. and set anew, with a new time, and no predicate keeps the event away"
			reterr = err // want RL4007:"the error that this function returns is lost where r.Status...Update fails too: this deferred call puts that in its place; return both, with errors.Join"
		}
	}()
	if err := r.ensure(ctx, budget); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *removes) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&policyv1.PodDisruptionBudget{}).Complete(r)
}

func (r *removes) ensure(ctx context.Context, budget *policyv1.PodDisruptionBudget) error {
	meta.RemoveStatusCondition(&budget.Status.Conditions, "Old") // which nobody sets
	meta.RemoveStatusCondition(&budget.Status.Conditions, ready)
	if err := r.List(ctx, &corev1.PodList{}); err != nil {
		return err
	}
	labelled(budget, budget)
	meta.SetStatusCondition(&budget.Status.Conditions, metav1.Condition{Type: ready, Status: metav1.ConditionTrue, Reason: "Done"})
	return nil
}

func (r *removes) ensureFinalizer(ctx context.Context, budget *policyv1.PodDisruptionBudget) (bool, error) {
	if len(budget.Finalizers) > 0 {
		return false, nil
	}
	budget.Finalizers = []string{"rllint.test/removes"}
	return true, r.Update(ctx, budget)
}

// stamps writes the time.
type stamps struct{ client.Client }

func (r *stamps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, req.NamespacedName, &node); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	node.Status.Conditions[0].LastHeartbeatTime = metav1.NewTime(time.Now())
	if err := r.Status().Update(ctx, &node); err != nil { // want RL4006:"once more, and for ever where a pass takes a second: node.Status.Conditions.0..LastHeartbeatTime of the Node is the time"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *stamps) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r)
}

// filters does so too, and a predicate keeps the event away.
type filters struct{ client.Client }

func (r *filters) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	now := metav1.Now()
	pod.Status.StartTime = &now
	pod.Status.Conditions[0].LastProbeTime = metav1.Now()
	return ctrl.Result{}, r.Status().Update(ctx, &pod)
}

func (r *filters) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).Complete(r)
}

// rests writes the time only where something has changed, or was not there.
type rests struct{ client.Client }

func (r *rests) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var claim corev1.PersistentVolumeClaim
	if err := r.Get(ctx, req.NamespacedName, &claim); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := claim.DeepCopy()
	if claim.Status.Phase == corev1.ClaimBound {
		return ctrl.Result{}, nil
	}
	claim.Status.Conditions[0].LastProbeTime = metav1.Now()
	return ctrl.Result{}, r.Status().Patch(ctx, &claim, client.MergeFrom(before))
}

func (r *rests) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolumeClaim{}).Complete(r)
}

// compares writes only what differs.
type compares struct{ client.Client }

func (r *compares) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var quota corev1.Namespace
	if err := r.Get(ctx, req.NamespacedName, &quota); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := quota.DeepCopy()
	quota.Status.Conditions[0].LastTransitionTime = metav1.Now()
	if !equality.Semantic.DeepEqual(before.Status.Phase, quota.Status.Phase) {
		return ctrl.Result{}, r.Status().Update(ctx, &quota)
	}
	return ctrl.Result{}, nil
}

func (r *compares) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).Complete(r)
}

// labelled takes any object, by a type parameter and by an interface.
func labelled[T client.Object](object T, other client.Object) bool {
	return len(object.GetLabels()) > 0 && len(other.GetLabels()) > 0
}
