// Package e2e has helpers of tests that run against a cluster.
package e2e

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Running is asked again and again: what fails is asked once more.
func Running(ctx context.Context, c client.Client, key client.ObjectKey) (bool, error) {
	var pod corev1.Pod
	if err := c.Get(ctx, key, &pod); err != nil {
		return false, nil
	}
	return pod.Status.Phase == corev1.PodRunning, nil
}
