package conflicts

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

// persist tries again whatever fails.
func persist(tries int, write func() error) (err error) {
	for range tries {
		if err = write(); err == nil {
			return nil
		}
	}
	for i := 0; i < tries; i++ {
		if err = write(); err == nil {
			return nil
		}
	}
	return err
}

func forEach(n int, do func() error) error {
	for i := 0; i < n; i++ {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) persisted(ctx context.Context, pod *corev1.Pod) error {
	err := forEach(2, func() error { return w.Update(ctx, pod) })
	if err != nil {
		return err
	}
	return persist(3, func() error {
		pod.Labels["done"] = "true"
		return w.Update(ctx, pod) // want RL4010:"this updates pod with the resource version of before"
	})
}

// renamed says something else of each error, and is tried again all the same.
func (w *writer) renamed(ctx context.Context, name string) error {
	return retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, func() error {
		var pod corev1.Pod
		if err := w.Get(ctx, client.ObjectKey{Name: name}, &pod); err != nil {
			return err
		}
		if err := w.Update(ctx, &pod); err != nil {
			return errors.New("could not update " + name)
		}
		return nil
	})
}

// writesAgain throws away what has the new version.
func (w *writer) writesAgain(ctx context.Context, name string) error {
	node, err := w.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	node.Labels["seen"] = "yes"
	if _, err := w.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		return err
	}
	node.Status.Phase = corev1.NodeRunning
	_, err = w.clientset.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}) // want RL4010:"this conflicts each time: node has the resource version from before the update in line \\d+"
	return err
}

// writesOn goes on with what the first update returns.
func (w *writer) writesOn(ctx context.Context, name string) error {
	node, err := w.clientset.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if node.Name != name {
		_, err := w.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
		return err
	}
	node, err = w.clientset.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	_, err = w.clientset.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{})
	return err
}

// writesInstead writes all of what it could not write a part of, and once asks why.
func (w *writer) writesInstead(ctx context.Context, pod *corev1.Pod) error {
	if err := w.Status().Update(ctx, pod); err != nil {
		if err := w.Update(ctx, pod); err != nil { // want RL4010:"where the update in line \\d+ failed by a conflict, this one fails too: pod has the same resource version"
			return err
		}
	}
	if err := w.Status().Update(ctx, pod); err != nil {
		if !apierrors.IsNotFound(err) {
			return err
		}
		return w.Update(ctx, pod)
	}
	err := w.Status().Update(ctx, pod)
	if err != nil {
		if err := w.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return w.Update(ctx, pod)
	}
	return nil
}
