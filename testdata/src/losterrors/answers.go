package losterrors

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

func (r *reconciler) bare(ctx context.Context, pod *corev1.Pod) (result ctrl.Result, err error) {
	if failed := r.update(ctx, pod); failed != nil {
		log.FromContext(ctx).Error(failed, "could not update")
		return // want RL4007:"the error of r.update is lost"
	}
	err = r.Delete(ctx, pod)
	return
}

func (r *reconciler) barer(ctx context.Context, pod *corev1.Pod) (result ctrl.Result, err error) {
	err = r.Delete(ctx, pod)
	if failed := r.update(ctx, pod); failed != nil {
		log.FromContext(ctx).Error(failed, "could not update")
		return // with the error of Delete
	}
	return
}

func (r *reconciler) mistaken(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.Delete(ctx, pod)
	if err != nil {
		return ctrl.Result{}, err
	}
	if failed := r.update(ctx, pod); failed != nil {
		return ctrl.Result{}, err // want RL4007:"the error of r.update is lost: err is returned in its place, which is nil here"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) first(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.Delete(ctx, pod)
	if failed := r.update(ctx, pod); failed != nil {
		log.FromContext(ctx).Error(failed, "could not update")
		return ctrl.Result{}, err // which may be one
	}
	return ctrl.Result{}, err
}

func (r *reconciler) variable(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result := ctrl.Result{}
	if err := r.update(ctx, pod); err != nil {
		err = fmt.Errorf("updating: %w", err)
		log.FromContext(ctx).Error(err, "failed")
		return result, nil // want RL4007:"the error of r.update is lost"
	}
	result.Requeue = true
	if err := r.Delete(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "failed")
		return result, nil
	}
	return result, nil
}

func (r *reconciler) spelt(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error { return r.Update(ctx, pod) }) // want RL4010:"after a conflict"
	if err != nil {
		log.FromContext(ctx).Error(err, "failed")
		return ctrl.Result{Requeue: false}, nil // want RL4007:"is lost: an empty Result"
	}
	return ctrl.Result{}, nil
}

func done() (ctrl.Result, error) { return ctrl.Result{}, nil }

func soon() (ctrl.Result, error) { return ctrl.Result{Requeue: true}, nil }

func (r *reconciler) answers(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "failed")
		return done() // want RL4007:"the error of r.update is lost"
	}
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "failed")
		return soon()
	}
	return done()
}

func (r *reconciler) switches(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.Update(ctx, pod)
	switch {
	case apierrors.IsConflict(err):
		return ctrl.Result{Requeue: true}, nil
	case err != nil:
		log.FromContext(ctx).Error(err, "failed")
		return ctrl.Result{}, nil // want RL4007:"the error of r.Update is lost"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) gathers(ctx context.Context, pods []corev1.Pod) (ctrl.Result, error) {
	var errs []error
	for i := range pods {
		if err := r.update(ctx, &pods[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		log.FromContext(ctx).Error(errors.Join(errs...), "failed")
		return ctrl.Result{}, nil // want RL4007:"the error of r.update is lost"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) joins(ctx context.Context, pods []corev1.Pod) (ctrl.Result, error) {
	var errs []error
	for i := range pods {
		if err := r.update(ctx, &pods[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return ctrl.Result{}, errors.Join(errs...)
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) overwritten(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.update(ctx, pod) // want RL4007:"the error of r.update is lost: the next one is put in its place before anybody looks at it"
	pod.Status.Message = "updated"
	err = r.Status().Update(ctx, pod)
	return ctrl.Result{}, err
}

// overwrittenNil puts another error in the place of one that is always nil.
func (r *reconciler) overwrittenNil(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	names, err := planned(pod)
	pod.Status.Message = names[0]
	err = r.Status().Update(ctx, pod)
	return ctrl.Result{}, err
}

func planned(pod *corev1.Pod) (names []string, err error) {
	names = append(names, pod.Name)
	return
}

func (r *reconciler) joined(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.update(ctx, pod)
	err = errors.Join(err, r.Status().Update(ctx, pod))
	return ctrl.Result{}, err
}

func (r *reconciler) deferred(ctx context.Context, pod *corev1.Pod) (_ ctrl.Result, err error) {
	defer func() {
		if err = r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error that this function returns is lost: this deferred call puts that of r.Status...Update in its place"
			log.FromContext(ctx).Error(err, "failed")
		}
	}()
	return ctrl.Result{}, r.update(ctx, pod)
}

func (r *reconciler) deferredIfNil(ctx context.Context, pod *corev1.Pod) (_ ctrl.Result, err error) {
	defer func() {
		if err == nil {
			err = r.Status().Update(ctx, pod)
		}
	}()
	return ctrl.Result{}, r.update(ctx, pod)
}

type response struct{ status int }

func (r response) notFound() bool { return r.status == 404 }

func (r *reconciler) deleteFar(context.Context) (response, error) { return response{}, nil }

func (r *reconciler) answered(ctx context.Context) (*corev1.Pod, error) {
	answer, err := r.deleteFar(ctx)
	if err != nil {
		if answer.notFound() {
			return nil, nil
		}
		return nil, err
	}
	return nil, nil
}

func (r *reconciler) announced(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update, won't retry")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}
