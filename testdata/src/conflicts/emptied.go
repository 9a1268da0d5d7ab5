package conflicts

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
)

func (w *writer) emptied(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	err := retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		if pod, err = pods.Get(ctx, pod.Name, metav1.GetOptions{}); err != nil {
			return err
		}
		pod.Status.Message = "done"
		pod, err = pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"where this update fails, its answer, which has no name, takes the place of pod, by which the next try asks for the object: keep the answer"
		return err
	})
	return pod, err
}

func (w *writer) emptiedByAnother(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	return pod, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		latest.Status.Message = "done"
		pod, err = pods.UpdateStatus(ctx, latest, metav1.UpdateOptions{}) // want RL4010:"takes the place of pod, by which"
		return err
	})
}

// Near misses.

func (w *writer) byName(ctx context.Context, pod *corev1.Pod, name string) (*corev1.Pod, error) {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	err := retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		if pod, err = pods.Get(ctx, name, metav1.GetOptions{}); err != nil {
			return err
		}
		pod, err = pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	return pod, err
}

func (w *writer) tookName(ctx context.Context, pod *corev1.Pod, name string) (*corev1.Pod, error) {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	return pod, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
		latest, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err == nil {
			pod, err = pods.UpdateStatus(ctx, latest, metav1.UpdateOptions{})
		}
		return err
	})
}

func (w *writer) lookedAt(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	return pod, retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		updated, err := pods.Update(ctx, latest, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		pod = updated
		return nil
	})
}

func (w *writer) created(ctx context.Context, pod *corev1.Pod) error {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		latest, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			pod, err = pods.Create(ctx, latest, metav1.CreateOptions{})
		}
		return err
	})
}

func (w *writer) written(ctx context.Context, pod *corev1.Pod, name string) error {
	pods := w.clientset.CoreV1().Pods(pod.Namespace)
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		text, err := json.Marshal(pod)
		if err != nil {
			return err
		}
		latest, err := pods.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		latest.Annotations["last"] = string(text)
		pod, err = pods.Update(ctx, latest, metav1.UpdateOptions{})
		return err
	})
}
