// Package conditions makes conditions.
package conditions

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Register would add what admits objects.
func Register(mgr ctrl.Manager) bool { return mgr != nil }

// Ready is a condition of now.
func Ready(reason string) appsv1.ReplicaSetCondition {
	return appsv1.ReplicaSetCondition{
		Type:               "Ready",
		Status:             corev1.ConditionTrue,
		LastTransitionTime: metav1.Now(),
		Reason:             reason,
	}
}

// Since is a condition that keeps its time.
func Since(last []appsv1.StatefulSetCondition) appsv1.StatefulSetCondition {
	since := lastTime(last)
	return appsv1.StatefulSetCondition{Type: "Ready", Status: corev1.ConditionTrue, LastTransitionTime: since}
}

func lastTime(last []appsv1.StatefulSetCondition) metav1.Time {
	for _, c := range last {
		if c.Type == "Ready" && c.Status == corev1.ConditionTrue {
			return c.LastTransitionTime
		}
	}
	return metav1.Now()
}
