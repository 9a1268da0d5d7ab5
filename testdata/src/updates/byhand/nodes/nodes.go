// Package nodes compares nodes, and reads them.
package nodes

import corev1 "k8s.io/api/core/v1"

// Moved reports whether a node has another place.
func Moved(old, cur *corev1.Node) bool {
	return old.Spec.PodCIDR != cur.Spec.PodCIDR || old.Labels["zone"] != cur.Labels["zone"]
}

// Ready reports whether a node is ready.
func Ready(node *corev1.Node) bool {
	for _, c := range node.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}
