package conflicts

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func (w *writer) locked(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	pod.Labels["done"] = "true"
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return w.Patch(ctx, pod, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{})) // want RL4010:"this updates pod with the resource version of before"
	})
}

func (w *writer) mergedOnly(ctx context.Context, pod *corev1.Pod) error {
	base := pod.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return w.Patch(ctx, pod, client.MergeFrom(base)) })
}

// owned hands the object to a function that can fail and asks nobody.
func (w *writer) owned(ctx context.Context, owner, pod *corev1.Pod, scheme *runtime.Scheme) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := controllerutil.SetControllerReference(owner, pod, scheme); err != nil {
			return err
		}
		return w.Update(ctx, pod) // want RL4010:"this updates pod with the resource version of before"
	})
}

// unversioned overwrites whatever is there.
func (w *writer) unversioned(ctx context.Context, pod *corev1.Pod) error {
	pod = pod.DeepCopy()
	pod.ResourceVersion = ""
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return w.Update(ctx, pod) })
}
