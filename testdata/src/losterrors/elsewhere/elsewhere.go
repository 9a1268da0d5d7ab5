// Package elsewhere has steps of a pass that another package makes.
package elsewhere

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// A Labeler is what reconcilers know of a Service.
type Labeler interface {
	Label(ctx context.Context, pods *corev1.PodList) error
}

// Service does what Reconcile asks for.
type Service struct{ client.Client }

// Label is called through the interface.
func (s *Service) Label(ctx context.Context, pods *corev1.PodList) error {
	for i := range pods.Items {
		if err := s.Update(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of s.Update is"
			log.FromContext(ctx).Error(err, "not labelled")
		}
	}
	return s.count(ctx, pods)
}

func (s *Service) count(ctx context.Context, pods *corev1.PodList) error {
	if err := s.Update(ctx, &pods.Items[0]); err != nil { // want RL4007:"the error of s.Update is"
		log.FromContext(ctx).Error(err, "not counted")
	}
	if err := s.List(ctx, pods); err != nil {
		return err
	}
	return nil
}

// Recount is for a command, whose user sees the log.
func (s *Service) Recount(ctx context.Context, pods *corev1.PodList) error {
	if err := s.Update(ctx, &pods.Items[0]); err != nil {
		log.FromContext(ctx).Error(err, "not counted")
	}
	if err := s.List(ctx, pods); err != nil {
		return err
	}
	return nil
}

// Names returns nil for its error each time.
func Names(pods *corev1.PodList) (names []string, _ error) {
	for i := range pods.Items {
		names = append(names, pods.Items[i].Name)
	}
	return names, nil
}

// LookUp is handed no context.
func LookUp(c client.Client, name string) (*corev1.Pod, error) {
	pod := new(corev1.Pod)
	return pod, c.Get(context.TODO(), client.ObjectKey{Name: name}, pod)
}

// Put is handed no context either.
func (s *Service) Put(name string) (bool, error) {
	pod := new(corev1.Pod)
	pod.Name = name
	return true, s.Create(context.TODO(), pod)
}
