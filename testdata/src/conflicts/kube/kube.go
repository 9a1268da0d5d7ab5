// Package kube writes objects for others.
package kube

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// Interface is what others see of it.
type Interface interface {
	UpdatePod(ctx context.Context, pod *corev1.Pod) error
	UpdateNode(ctx context.Context, node *corev1.Node) error
}

// Writer writes with a clientset.
type Writer struct{ Clientset kubernetes.Interface }

// UpdatePod updates a pod as it is.
func (w *Writer) UpdatePod(ctx context.Context, pod *corev1.Pod) error {
	if _, err := w.Clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("cannot update %s: %w", pod.Name, err)
	}
	return nil
}

// UpdateNode reads the node again.
func (w *Writer) UpdateNode(ctx context.Context, node *corev1.Node) error {
	latest, err := w.Clientset.CoreV1().Nodes().Get(ctx, node.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	latest.Labels = node.Labels
	_, err = w.Clientset.CoreV1().Nodes().Update(ctx, latest, metav1.UpdateOptions{})
	return err
}

// UpdateStatus updates a pod's status.
func UpdateStatus(ctx context.Context, c kubernetes.Interface, pod *corev1.Pod) error {
	_, err := c.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}

// UpdateFresh reads the pod again by a function of its own.
func (w *Writer) UpdateFresh(ctx context.Context, pod *corev1.Pod) error {
	if err := w.refresh(ctx, pod); err != nil {
		return err
	}
	_, err := w.Clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (w *Writer) refresh(ctx context.Context, pod *corev1.Pod) error {
	latest, err := w.Clientset.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
	if err == nil {
		latest.DeepCopyInto(pod)
	}
	return err
}

// UpdateText returns a text in place of what failed.
func (w *Writer) UpdateText(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	updated, err := w.Clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	if err != nil {
		return nil, fmt.Errorf("cannot update %s: %v", pod.Name, err)
	}
	return updated, nil
}

// Patiently does something again after conflicts.
func Patiently(ctx context.Context, do func(context.Context) error) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return do(ctx) })
}

// Retry does something again after errors that count.
func Retry(do func() error, counts func(error) bool) error {
	var err error
	for i := 0; i < 5; i++ {
		if err = do(); err == nil || !counts(err) {
			break
		}
	}
	return err
}

// Unless does something again until it goes well or an error is final.
func Unless(final func(error) bool, do func() error) error {
	for {
		if err := do(); err == nil || final(err) {
			return err
		}
	}
}

// Times does something a few times, whatever its error is, until it goes well.
func Times(n int, do func() error) (err error) {
	for range n {
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

// Each does something for each name.
func Each(names []string, do func() error) error {
	for range names {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// Storage is what others see of it.
type Storage interface {
	Save(ctx context.Context, pod *corev1.Pod) error
}

// Save returns a text in place of what failed.
func (w *Writer) Save(ctx context.Context, pod *corev1.Pod) error {
	if _, err := w.Clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
		return fmt.Errorf("cannot save %s: %v", pod.Name, err)
	}
	return nil
}

// Transient tries again what may go well later, and counts how often.
func Transient(fn func() error) error {
	failures := 0
	return retry.OnError(retry.DefaultBackoff, isTransient, func() error {
		err := fn()
		if err != nil {
			failures++
			fmt.Println(failures, err)
		}
		return err
	})
}

func isTransient(err error) bool { return !apierrors.IsForbidden(err) && !apierrors.IsInvalid(err) }

// Busily tries again what the server had no time for.
func Busily(fn func() error) error {
	return retry.OnError(retry.DefaultBackoff, isBusy, func() error { return fn() })
}

func isBusy(err error) bool {
	return apierrors.IsTooManyRequests(err) || apierrors.IsServerTimeout(err)
}
