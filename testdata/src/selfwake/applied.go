package selfwake

import (
	"context"
	"fmt"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// applies makes a list of conditions, and writes them by an object that holds nothing else.
type applies struct{ client.Client }

func (r *applies) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&autoscalingv2.HorizontalPodAutoscaler{}).Complete(r)
}

func (r *applies) conditions(total, ready int32) []autoscalingv2.HorizontalPodAutoscalerCondition {
	conditions := []autoscalingv2.HorizontalPodAutoscalerCondition{}
	able := autoscalingv2.HorizontalPodAutoscalerCondition{Type: autoscalingv2.AbleToScale, LastTransitionTime: metav1.Now()}
	if ready == total && total > 0 {
		able.Status = corev1.ConditionTrue
		able.Message = fmt.Sprintf("%d are ready", ready)
	} else {
		able.Status = corev1.ConditionFalse
	}
	conditions = append(conditions, able)
	return conditions
}

func (r *applies) updateStatus(ctx context.Context, scaler *autoscalingv2.HorizontalPodAutoscaler) error {
	scaler.Status.Conditions = r.conditions(scaler.Status.DesiredReplicas, scaler.Status.CurrentReplicas)
	patch := &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Name: scaler.Name, Namespace: scaler.Namespace},
		Status:     scaler.Status,
	}
	if err := r.Status().Patch(ctx, patch, client.Apply, client.ForceOwnership); err != nil { //nolint:staticcheck // as programs have it
		return fmt.Errorf("patch the status: %w", err)
	}
	return nil
}

func (r *applies) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	scaler := &autoscalingv2.HorizontalPodAutoscaler{}
	if err := r.Get(ctx, req.NamespacedName, scaler); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	for _, metric := range scaler.Spec.Metrics {
		if err := r.List(ctx, &corev1.PodList{}, client.MatchingLabels{"metric": string(metric.Type)}); err != nil {
			return ctrl.Result{}, err
		}
	}
	if err := r.updateStatus(ctx, scaler); err != nil { // want RL4006:"scaler.Status.Conditions of the HorizontalPodAutoscaler is the time"
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// keeps has the time of the condition that is there where nothing else is new.
type keeps struct{ client.Client }

func (r *keeps) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

func (r *keeps) conditions(ready bool, had []metav1.Condition) []metav1.Condition {
	conditions := []metav1.Condition{}
	is := metav1.Condition{Type: "Ready", LastTransitionTime: metav1.Now()}
	if ready {
		is.Status = metav1.ConditionTrue
	}
	if len(had) > 0 && had[0].Status == is.Status {
		is.LastTransitionTime = had[0].LastTransitionTime
	}
	conditions = append(conditions, is)
	return conditions
}

func (r *keeps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	service := &corev1.Service{}
	if err := r.Get(ctx, req.NamespacedName, service); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	service.Status.Conditions = r.conditions(true, service.Status.Conditions)
	return ctrl.Result{}, r.Status().Update(ctx, service)
}
