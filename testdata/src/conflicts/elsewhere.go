package conflicts

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"

	"rllint.test/conflicts/kube"
)

// elsewhere writes by functions of another package.
type elsewhere struct {
	kube      kube.Interface
	writer    *kube.Writer
	clientset kubernetes.Interface
}

func (e *elsewhere) byInterface(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return e.kube.UpdatePod(ctx, pod) // want RL4010:"this updates pod with"
	})
}

func (e *elsewhere) byMethod(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Status.Reason = "done"
		return e.writer.UpdatePod(ctx, pod) // want RL4010:"this updates pod with"
	})
}

func (e *elsewhere) byFunction(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		return kube.UpdateStatus(ctx, e.clientset, pod) // want RL4010:"this updates pod with"
	})
}

func (e *elsewhere) readsAgain(ctx context.Context, node *corev1.Node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return e.kube.UpdateNode(ctx, node) })
}

func (e *elsewhere) byFresh(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { return e.writer.UpdateFresh(ctx, pod) })
}

func (e *elsewhere) readsBefore(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := e.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return e.kube.UpdatePod(ctx, pod)
	})
}

func (e *elsewhere) byText(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := e.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		_, err = e.writer.UpdateText(ctx, pod) // want RL4010:"nothing is tried again: where this update fails, the function returns another error in place of the conflict"
		return err
	})
}

func (e *elsewhere) patiently(ctx context.Context, pod *corev1.Pod) error {
	return kube.Patiently(ctx, func(ctx context.Context) error {
		_, err := e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"this updates pod with"
		return err
	})
}

func (e *elsewhere) again(ctx context.Context, pod *corev1.Pod, names []string) error {
	return errors.Join(
		kube.Retry(func() error {
			return kube.UpdateStatus(ctx, e.clientset, pod) // want RL4010:"this updates pod with"
		}, apierrors.IsConflict),
		kube.Times(3, func() error {
			return kube.UpdateStatus(ctx, e.clientset, pod) // want RL4010:"this updates pod with"
		}),
		kube.Retry(func() error { return kube.UpdateStatus(ctx, e.clientset, pod) }, apierrors.IsServerTimeout),
		kube.Unless(apierrors.IsConflict, func() error { return kube.UpdateStatus(ctx, e.clientset, pod) }),
		kube.Each(names, func() error { return kube.UpdateStatus(ctx, e.clientset, pod) }),
	)
}

// anotherError returns one that is no conflict to those who try again after conflicts alone.
func (e *elsewhere) anotherError(ctx context.Context, name string) error {
	return errors.Join(
		kube.Retry(func() error {
			pod, err := e.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			if _, err = e.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}); err != nil { // want RL4010:"nothing is tried again"
				return errors.New("cannot write " + name)
			}
			return nil
		}, apierrors.IsConflict),
		kube.Times(3, func() error {
			pod, err := e.clientset.CoreV1().Pods("").Get(ctx, name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			if _, err = e.clientset.CoreV1().Pods("").Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return errors.New("cannot write " + name)
			}
			return nil
		}),
	)
}

func byStorage(ctx context.Context, s kube.Storage, read func(context.Context) (*corev1.Pod, error)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := read(ctx)
		if err != nil {
			return err
		}
		return s.Save(ctx, pod) // want RL4010:"nothing is tried again: where this update fails"
	})
}

func (e *elsewhere) transiently(ctx context.Context, pod *corev1.Pod) error {
	update := func() error {
		_, err := e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		return err
	}
	return errors.Join(
		kube.Transient(func() error {
			_, err := e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"this updates pod with"
			return err
		}),
		tryAgain(func() error {
			_, err := e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}) // want RL4010:"this updates pod with"
			return err
		}),
		kube.Transient(func() error {
			latest, err := e.clientset.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			latest.Labels = pod.Labels
			_, err = e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, latest, metav1.UpdateOptions{})
			return err
		}),
		kube.Busily(func() error {
			_, err := e.clientset.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
			return err
		}),
		update(),
	)
}

func tryAgain(fn func() error) error { return kube.Transient(fn) }
