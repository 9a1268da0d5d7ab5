package losterrors

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"rllint.test/losterrors/farside"
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

// reconcileName asks a client that is handed no context.
func (r *reconciler) reconcileName(ctx context.Context, c *farside.Client) error {
	if err := c.Rename("first"); err != nil { // want RL4007:"the error of c.Rename is lost where the steps after it go well"
		log.FromContext(ctx).Error(err, "could not rename it")
	}
	return nil
}

// wakesItself has its channel bring the request back, whatever the pass comes to.
func (r *reconciler) wakesItself(ctx context.Context, pod *corev1.Pod, wakes chan<- event.GenericEvent) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update it")
	}
	wakes <- event.GenericEvent{Object: pod}
	return ctrl.Result{}, nil
}
