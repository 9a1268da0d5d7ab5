package losterrors

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// nestedSteps has two steps in branches, after which there is nothing but the return that they have in common.
func (r *reconciler) nestedSteps(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if pod.DeletionTimestamp != nil {
		if pod.Spec.NodeName != "" {
			if err := r.Update(ctx, pod); err != nil { // want RL4007:"the error of r.Update is lost: an empty Result and nil tell controller-runtime"
				log.FromContext(ctx).Error(err, "could not update it")
			}
		} else if pod.Spec.Hostname != "" {
			if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost"
				log.FromContext(ctx).Error(err, "could not say so")
			}
		} else if err := r.Create(ctx, pod); err != nil {
			log.FromContext(ctx).Error(err, "could not make it")
			return ctrl.Result{}, err
		}
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// warn tells of an error.
func warn(ctx context.Context, doing string, err error) {
	text := fmt.Sprintf("could not %s", doing)
	log.FromContext(ctx).Error(err, text)
}

// toldByHelper tells of the error by a function of its own.
func (r *reconciler) toldByHelper(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		warn(ctx, "update it", err)
		return ctrl.Result{}, nil // want RL4007:"the error of r.Update is lost"
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

// nestedAgain comes back, or does more after the branch.
func (r *reconciler) nestedAgain(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if pod.DeletionTimestamp != nil {
		if pod.Spec.NodeName != "" {
			if err := r.Update(ctx, pod); err != nil {
				log.FromContext(ctx).Error(err, "could not update it")
			}
		}
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	if pod.Spec.Hostname != "" {
		if err := r.Update(ctx, pod); err != nil { // want RL4007:"the error of r.Update is lost where the steps after it go well"
			log.FromContext(ctx).Error(err, "could not update it")
		}
	}
	return ctrl.Result{}, r.Create(ctx, pod)
}

// nestedInLoop comes back to the loop, and not to the return.
func (r *reconciler) nestedInLoop(ctx context.Context, pods []corev1.Pod) (ctrl.Result, error) {
	for i := range pods {
		if pods[i].Spec.NodeName != "" {
			if err := r.Get(ctx, ctrl.Request{}.NamespacedName, &pods[i]); err != nil { // want RL4007:"the error of r.Get is lost: where that fails, the code goes on without an answer"
				log.FromContext(ctx).Error(err, "could not read it")
			}
		}
	}
	return ctrl.Result{}, nil
}

// forgetsOthers asks for one kind of error and forgets the others: what is done without an error stands on the other side.
func (r *reconciler) forgetsOthers(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Update(ctx, pod); err != nil { // want RL4007:"the error of r.Update is lost"
		if apierrors.IsNotFound(err) {
			log.FromContext(ctx).Info("it is gone", "name", req.Name)
		}
	} else {
		r.secret = true
	}
	return ctrl.Result{}, nil
}

// later asks for another try after a delay that is computed: that is not 0.
func (r *reconciler) later(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	after := time.Minute
	if seconds := pod.Spec.ActiveDeadlineSeconds; seconds != nil && *seconds != 0 {
		after = time.Second * time.Duration(*seconds)
	}
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
		return ctrl.Result{RequeueAfter: after}, nil
	}
	return ctrl.Result{RequeueAfter: after}, nil
}
