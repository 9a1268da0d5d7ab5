package losterrors

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
)

// reconcileAll is a pass that runs the helpers which say no more than that an error is lost.
func (r *reconciler) reconcileAll(ctx context.Context, pod *corev1.Pod) (bool, error) {
	if _, err := r.step(ctx, pod); err != nil {
		return false, err
	}
	if _, err := r.blank(""); err != nil {
		return false, err
	}
	if done, err := r.helper(ctx); done {
		return done, err
	}
	if done, err := r.migrated(ctx); done {
		return done, err
	}
	return false, errors.Join(r.steps(ctx, pod), r.eachIn(ctx), r.removed(ctx, pod), r.removedAgain(ctx, pod), r.again(ctx, pod),
		r.either(ctx, pod), r.rounds(ctx, nil), r.helperStatus(ctx, pod))
}
