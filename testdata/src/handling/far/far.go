// Package far asks the API server.
package far

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// Pods are those of the API server.
type Pods struct{ Clientset kubernetes.Interface }

// Mark sends a request.
func (p *Pods) Mark(ctx context.Context, pod *corev1.Pod) error {
	_, err := p.Clientset.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}

// Key sends none.
func (p *Pods) Key(pod *corev1.Pod) (string, error) { return pod.Namespace + "/" + pod.Name, nil }
