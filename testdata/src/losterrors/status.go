package losterrors

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// A stage is what one step came to.
type stage struct {
	result ctrl.Result
	err    error
}

// tellStatus writes the status, and cannot tell whether that went well.
func (r *reconciler) tellStatus(ctx context.Context, pod *corev1.Pod) {
	if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost: tellStatus"
		log.FromContext(ctx).Error(err, "could not say so")
	} else {
		log.FromContext(ctx).Info("said so")
	}
}

func (r *reconciler) toldLast(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if err := r.Update(ctx, pod); err != nil {
		result.RequeueAfter = time.Minute // want RL4012:"an error of r.Update is answered with the same 1m each time"
	}
	r.tellStatus(ctx, pod)
	return result, nil
}

func (r *reconciler) toldOnly(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	r.tellStatus(ctx, pod)
	return ctrl.Result{}, nil
}

func (r *reconciler) toldBeforeError(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		r.tellStatus(ctx, pod)
		return ctrl.Result{}, err
	}
	r.tellStatus(ctx, pod)
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// deferredStatus writes the status at its end, and only tells of the error.
func (r *reconciler) deferredStatus(ctx context.Context, pod *corev1.Pod) (_ ctrl.Result, err error) {
	defer func() {
		if statusErr := r.Status().Patch(ctx, pod, nil); statusErr != nil { // want RL4007:"the error of r.Status...Patch is lost: this function literal"
			log.FromContext(ctx).Error(statusErr, "could not say so")
		}
	}()
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) deferredJoined(ctx context.Context, pod *corev1.Pod) (_ ctrl.Result, err error) {
	defer func() {
		if statusErr := r.Status().Patch(ctx, pod, nil); statusErr != nil {
			log.FromContext(ctx).Error(statusErr, "could not say so")
			err = errors.Join(err, statusErr)
		}
	}()
	return ctrl.Result{}, r.Update(ctx, pod)
}

// deferredPolled comes back anyway.
func (r *reconciler) deferredPolled(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	defer func() {
		if err := r.Status().Update(ctx, pod); err != nil {
			log.FromContext(ctx).Error(err, "could not say so")
		}
	}()
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// stagedStatus returns what an earlier step came to, which may be that all went well.
func (r *reconciler) stagedStatus(ctx context.Context, pod *corev1.Pod, s stage) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost where s.err is nil"
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return s.result, s.err
}

// stagedElsewhere returns what another function comes to, of which nothing is known here.
func (r *reconciler) stagedElsewhere(ctx context.Context, pod *corev1.Pod, next func() (ctrl.Result, error)) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return next()
}

// stagedAlone has no Result beside the error of an earlier step.
func (r *reconciler) stagedAlone(ctx context.Context, pod *corev1.Pod, s stage) error {
	if err := r.Status().Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return s.err
}

// stagedNamed returns what a variable of its caller says, by name.
func (r *reconciler) stagedNamed(ctx context.Context, pod *corev1.Pod, s stage) (result ctrl.Result, failed error) {
	result, failed = s.result, s.err
	if err := r.Status().Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return
}

func (r *reconciler) failedStatus(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		if statusErr := r.Status().Update(ctx, pod); statusErr != nil {
			log.FromContext(ctx).Error(statusErr, "could not say so")
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// helperStatus says that all went well where the status was not written.
func (r *reconciler) helperStatus(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Update(ctx, pod); err != nil {
		return err
	}
	if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost where the steps after it go well: the caller takes it that all did"
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return nil
}

var finished = ctrl.Result{}

// patchStatus returns the error of its write.
func (r *reconciler) patchStatus(ctx context.Context, pod *corev1.Pod) error {
	return r.Status().Update(ctx, pod)
}

// deferredCall drops what the deferred call returns.
func (r *reconciler) deferredCall(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	defer r.patchStatus(ctx, pod) // want RL4007:"the error of r.patchStatus is lost"
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return finished, nil
}

// triedThenStated returns the error of a step of its own, which may be none, after the status was not written.
func (r *reconciler) triedThenStated(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.tried(ctx, pod)
	if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost where err is nil"
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return ctrl.Result{}, err
}

func (r *reconciler) tried(ctx context.Context, pod *corev1.Pod) error {
	if pod.Spec.NodeName == "" {
		return nil
	}
	return r.Create(ctx, pod)
}
