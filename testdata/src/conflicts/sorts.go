package conflicts

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// sorts returns a conflict as it is, and other errors as texts.
type sorts struct{ client.Client }

func (s *sorts) asks(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := s.Get(ctx, types.NamespacedName{Name: pod.Name}, pod); err != nil {
			return err
		}
		if err := s.Update(ctx, pod); err != nil {
			if apierrors.IsConflict(err) {
				return err
			}
			return fmt.Errorf("cannot update: %v", err)
		}
		return nil
	})
}

func (s *sorts) gone(ctx context.Context, pod *corev1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := s.Get(ctx, types.NamespacedName{Name: pod.Name}, pod); err != nil {
			return err
		}
		if err := s.Update(ctx, pod); err != nil {
			if apierrors.IsNotFound(err) {
				return errors.New("gone")
			}
			return err
		}
		return nil
	})
}

// releases tries until the update goes well, and takes a conflict for that.
func (s *sorts) releases(ctx context.Context, key client.ObjectKey) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var pod corev1.Pod
		if err := s.Get(ctx, key, &pod); err != nil {
			return false, err
		}
		pod.Finalizers = nil
		if err := s.Update(ctx, &pod); err != nil { // want RL4010:"after a conflict this poll ends as if the update had gone well"
			if apierrors.IsConflict(err) {
				return true, nil
			}
			return false, err
		}
		return true, nil
	})
}

// carries says that there was a conflict.
func (s *sorts) carries(ctx context.Context, key client.ObjectKey) (bool, error) {
	conflict := false
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var pod corev1.Pod
		if err := s.Get(ctx, key, &pod); err != nil {
			return false, err
		}
		pod.Finalizers = nil
		err := s.Update(ctx, &pod)
		if apierrors.IsConflict(err) {
			conflict = true
			return true, nil
		}
		return err == nil, err
	})
	return conflict, err
}

// waits tries again after a conflict.
func (s *sorts) waits(ctx context.Context, key client.ObjectKey) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		var pod corev1.Pod
		if err := s.Get(ctx, key, &pod); err != nil {
			return false, err
		}
		pod.Finalizers = nil
		if err := s.Update(ctx, &pod); err != nil {
			return false, client.IgnoreNotFound(ignoreConflict(err))
		}
		return true, nil
	})
}

func ignoreConflict(err error) error {
	if apierrors.IsConflict(err) {
		return nil
	}
	return err
}
