package conflicts

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
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
