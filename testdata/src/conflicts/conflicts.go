// Package conflicts retries updates after conflicts.
package conflicts

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type writer struct {
	client.Client
	clientset kubernetes.Interface
	pods      corelisters.PodLister
}

func (w *writer) same(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["done"] = "true"
		return w.Update(ctx, pod) // want RL4010:"after a conflict each further try fails too: this updates pod with the resource version of before; get it again in the function that is retried, and change it there"
	})
}

func (w *writer) sameStatus(ctx context.Context, pod *corev1.Pod) error {
	changed := pod.DeepCopy()
	return retry.OnError(retry.DefaultBackoff, func(error) bool { return true }, func() error {
		changed.Status.Message = "done"
		return w.Status().Update(ctx, changed) // want RL4010:"this updates changed with"
	})
}

func (w *writer) sameOfClientset(ctx context.Context, pod *corev1.Pod) (updated *corev1.Pod, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var failed error
		updated, failed = w.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"this updates pod with"
		return failed
	})
	return updated, err
}

// another returns an error that is no conflict.
func (w *writer) another(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := w.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if _, err = w.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want RL4010:"nothing is tried again"
			return errors.New("could not update " + name)
		}
		return nil
	})
}

// A failure has a text alone.
type failure struct{ text string }

func (f failure) Error() string { return f.text }

func failed(name, text string) error { return failure{name + ": " + text} }

func (w *writer) text(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := w.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		_, err = w.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"nothing is tried again"
		if err != nil {
			return failed(name, err.Error())
		}
		return nil
	})
}

// Near misses.

func (w *writer) read(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := w.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
			return err
		}
		return w.Update(ctx, pod)
	})
}

func (w *writer) readAfterFailure(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := w.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		if latest, failed := w.pods.Pods(pod.Namespace).Get(pod.Name); failed == nil {
			pod = latest.DeepCopy()
		}
		return err
	})
}

func (w *writer) fromCache(ctx context.Context, namespace, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		cached, err := w.pods.Pods(namespace).Get(name) // want RL4010:"each reads from the informer's cache, which may not have the change yet"
		if err != nil {
			return err
		}
		pod := cached.DeepCopy()
		pod.Labels["done"] = "true"
		_, err = w.clientset.CoreV1().Pods(namespace).Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}

func (w *writer) fromCacheLater(ctx context.Context, namespace, name string) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		cached, err := w.pods.Pods(namespace).Get(name)
		if err != nil {
			return err
		}
		_, err = w.clientset.CoreV1().Pods(namespace).Update(ctx, cached.DeepCopy(), metav1.UpdateOptions{})
		return err
	})
}

func (w *writer) fromCacheFirst(ctx context.Context, namespace, name string) error {
	conflicted := false
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		var pod *corev1.Pod
		var err error
		if conflicted {
			pod, err = w.clientset.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
		} else {
			pod, err = w.pods.Pods(namespace).Get(name)
		}
		if err != nil {
			return err
		}
		_, err = w.clientset.CoreV1().Pods(namespace).Update(ctx, pod.DeepCopy(), metav1.UpdateOptions{})
		conflicted = err != nil
		return err
	})
}

// refresh reads the object.
func (w *writer) refresh(ctx context.Context, pod *corev1.Pod) error {
	return w.Get(ctx, client.ObjectKeyFromObject(pod), pod)
}

func (w *writer) readByHelper(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := w.refresh(ctx, pod); err != nil {
			return err
		}
		return w.Update(ctx, pod)
	})
}

func (w *writer) patched(ctx context.Context, pod *corev1.Pod, patch client.Patch) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return w.Patch(ctx, pod, patch) })
}

func (w *writer) wrapped(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := w.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if _, err = w.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return fmt.Errorf("could not update %s: %w", name, err)
		}
		return nil
	})
}

// once is no retry.
func (w *writer) once(ctx context.Context, pod *corev1.Pod) error {
	update := func() error { return w.Update(ctx, pod) }
	return update()
}

// again tries a write once more after a conflict, and others.
func again(write func() error) error { return retry.RetryOnConflict(retry.DefaultBackoff, write) }

func (w *writer) byAgain(ctx context.Context, pod *corev1.Pod) error {
	return again(func() error {
		return w.Update(ctx, pod) // want RL4010:"this updates pod with"
	})
}

// mark writes what it is handed.
func (w *writer) mark(ctx context.Context, pod *corev1.Pod) error {
	pod.Labels["done"] = "true"
	return w.Update(ctx, pod)
}

func (w *writer) byMark(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return w.mark(ctx, pod) // want RL4010:"this updates pod with"
	})
}

func (w *writer) polls(ctx context.Context, pod *corev1.Pod) error {
	return wait.ExponentialBackoff(retry.DefaultBackoff, func() (bool, error) {
		err := w.Update(ctx, pod) // want RL4010:"this updates pod with"
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return true, err
	})
}

func (w *writer) goesOn(ctx context.Context, name string) error {
	pod, err := w.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
	for i := 0; err == nil && i < 3; i++ {
		pod.Labels["done"] = "true"
		if _, err := w.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}); !apierrors.IsConflict(err) { // want RL4010:"this updates the object with"
			return err
		}
	}
	return err
}

// returned keeps what the update returned, which is no pod where it fails.
func (w *writer) returned(ctx context.Context, name string) error {
	pod, err := w.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() (err error) {
		pod, err = w.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"this updates pod with"
		return
	})
}

// hides returns the error of the read that follows a conflict, which is nil where that goes well.
func (w *writer) hides(ctx context.Context, pod *corev1.Pod) error {
	return retry.OnError(retry.DefaultRetry, apierrors.IsConflict, func() error {
		err := w.Update(ctx, pod) // want RL4010:"nothing is tried again"
		if apierrors.IsConflict(err) {
			err = w.Get(ctx, client.ObjectKeyFromObject(pod), pod)
		}
		return err
	})
}

// reads returns the conflict, and the object is read by then.
func (w *writer) reads(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		err := w.Update(ctx, pod)
		if apierrors.IsConflict(err) {
			if err := w.Get(ctx, client.ObjectKeyFromObject(pod), pod); err != nil {
				return err
			}
		}
		return err
	})
}
