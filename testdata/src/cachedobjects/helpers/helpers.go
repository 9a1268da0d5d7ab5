// Package helpers changes objects that it is handed, or copies of them.
package helpers

import (
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Defaults sets what is missing.
type Defaults struct{ Region string }

// Apply changes the pod itself.
func (d Defaults) Apply(pod *corev1.Pod) *corev1.Pod {
	if pod.Spec.NodeSelector == nil {
		pod.Spec.NodeSelector = map[string]string{"region": d.Region}
	}
	return pod
}

// With changes a copy.
func (d Defaults) With(pod *corev1.Pod) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.Spec.NodeName = d.Region
	return pod
}

// Stamp labels an object, and reports whether it had to.
func Stamp(o metav1.Object, team string) bool {
	labels := o.GetLabels()
	if labels["team"] == team {
		return false
	}
	o.SetLabels(map[string]string{"team": team})
	return true
}

// Order brings the containers of each pod in order.
func Order(pods []*corev1.Pod) {
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
	for _, pod := range pods {
		containers := pod.Spec.Containers
		sort.Slice(containers, func(i, j int) bool { return containers[i].Name < containers[j].Name })
	}
}

// OrderPods brings the pods in order, and leaves each of them as it is.
func OrderPods(pods []*corev1.Pod) {
	sort.Slice(pods, func(i, j int) bool { return pods[i].Name < pods[j].Name })
}
