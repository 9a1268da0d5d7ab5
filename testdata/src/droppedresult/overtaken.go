package droppedresult

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

// overtakes sets another delay, whatever it has set before.
func (s *steps) overtakes(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if pod.Status.PodIP == "" {
		result.RequeueAfter = 5 * time.Second // want RL4009:"the delay that is set here never counts: line 20 puts another one in its place; keep the sooner of the two"
	}
	if err := s.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	result.RequeueAfter = 10 * time.Hour
	return result, nil
}

func (s *steps) overtakesAll(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	var result ctrl.Result
	switch pod.Status.Phase {
	case corev1.PodPending:
		result = ctrl.Result{RequeueAfter: time.Minute} // want RL4009:"the delay that is set here never counts"
	case corev1.PodFailed:
		return ctrl.Result{}, nil
	}
	result = ctrl.Result{}
	return result, s.Update(ctx, pod)
}

func (s *steps) overtakesDelay(ctx context.Context, pod *corev1.Pod, resync time.Duration) (ctrl.Result, error) {
	after := time.Hour
	if pod.Status.PodIP == "" {
		after = 5 * time.Second // want RL4009:"the delay that is set here never counts"
	}
	if err := s.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	after = resync
	return ctrl.Result{RequeueAfter: after}, nil
}

// Near misses.

func (s *steps) oneOfTwo(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{RequeueAfter: time.Hour}
	if pod.Status.PodIP == "" {
		result.RequeueAfter = 5 * time.Second
	} else {
		result.RequeueAfter = time.Minute
	}
	return result, s.Update(ctx, pod)
}

func (s *steps) soonerAnyway(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if pod.Status.PodIP == "" {
		result.RequeueAfter = time.Minute
	}
	if err := s.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	result.RequeueAfter = time.Second
	return result, nil
}

func (s *steps) askedBefore(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if pod.Status.PodIP == "" {
		result.RequeueAfter = time.Second
	}
	if result.RequeueAfter > 0 {
		return result, nil
	}
	result.RequeueAfter = time.Hour
	return result, s.Update(ctx, pod)
}

func (s *steps) returnedAtOnce(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if pod.Status.PodIP == "" {
		result.RequeueAfter = time.Second
		return result, nil
	}
	result.RequeueAfter = time.Hour
	return result, s.Update(ctx, pod)
}

// brokenOff leaves the loop with the delay of the first pod that has no node.
func (s *steps) brokenOff(pods []corev1.Pod) (ctrl.Result, error) {
	after := time.Hour
	for i := range pods {
		if pods[i].Status.PodIP == "" {
			after = time.Second
			if pods[i].Spec.NodeName == "" {
				break
			}
		}
		after = time.Minute
	}
	return ctrl.Result{RequeueAfter: after}, nil
}
