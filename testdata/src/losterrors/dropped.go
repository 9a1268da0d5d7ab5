package losterrors

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// renew makes a request, and is handed no context.
func (r *reconciler) renew(pod *corev1.Pod) error { return r.renewed(pod, "true") }

func (r *reconciler) renewed(pod *corev1.Pod, how string) error {
	metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "rllint.test/renewed", how)
	return r.Update(context.TODO(), pod)
}

// measure makes none.
func (r *reconciler) measure(pod *corev1.Pod) error {
	if pod.Name == "" {
		return errForeign
	}
	return nil
}

func (r *reconciler) written(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if _, err := ctrl.CreateOrUpdate(ctx, r.Client, pod, func() error { return nil }); err != nil {
		return ctrl.Result{}, nil // want RL4007:"the error of ctrl.CreateOrUpdate is lost"
	}
	if _, err := controllerutil.CreateOrPatch(ctx, r.Client, pod, func() error { return nil }); err != nil {
		return ctrl.Result{}, nil // want RL4007:"the error of controllerutil.CreateOrPatch is lost"
	}
	if err := controllerutil.SetControllerReference(pod, pod, nil); err != nil {
		return ctrl.Result{}, nil // it is as wrong the next time
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) withoutContext(pod *corev1.Pod) (ctrl.Result, error) {
	err := r.renew(pod)
	if err != nil {
		return ctrl.Result{}, nil // want RL4007:"the error of r.renew is lost"
	}
	if err := r.measure(pod); err != nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

// steps returns the errors of its other steps.
func (r *reconciler) steps(ctx context.Context, pod *corev1.Pod) error {
	if err := r.update(ctx, pod); err != nil {
		return err
	}
	if err := r.renew(pod); err != nil {
		return nil // want RL4007:"the error of r.renew is lost: the caller takes it that all went well, whatever failed"
	}
	if err := r.measure(pod); err != nil {
		return nil
	}
	return r.Delete(ctx, pod)
}

// stepsOnPurpose says why it goes on.
func (r *reconciler) stepsOnPurpose(ctx context.Context, pod *corev1.Pod) error {
	if err := r.update(ctx, pod); err != nil {
		return err
	}
	if err := r.renew(pod); err != nil {
		// the next round renews it
		return nil
	}
	if err := r.renew(pod); err != nil {
		log.FromContext(ctx).Error(err, "could not renew it")
		return nil
	}
	return r.Delete(ctx, pod)
}

func (r *reconciler) mistakenStatus(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	statusErr := r.Status().Update(ctx, pod)
	if statusErr != nil {
		return ctrl.Result{}, statusErr
	}
	if err := r.measure(pod); err != nil {
		if statusErr := r.renew(pod); statusErr != nil { // want RL4007:"the error of r.renew is lost where the steps after it go well"
			log.FromContext(ctx).Error(statusErr, "could not renew it")
		}
		log.FromContext(ctx).Error(err, "could not measure it")
		return ctrl.Result{}, statusErr // want RL4007:"the error of r.measure is lost: statusErr is returned in its place, which is nil here"
	}
	if err := r.renew(pod); err != nil {
		statusErr = r.Status().Update(ctx, pod)
		return ctrl.Result{}, statusErr // that of the status: a choice
	}
	return ctrl.Result{Requeue: true}, nil
}

func (r *reconciler) mistakenInHelper(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	var err error
	if failed := r.renew(pod); failed != nil {
		return nil, err // want RL4007:"the error of r.renew is lost: err is returned in its place, which is nil here"
	}
	if err = r.update(ctx, pod); err != nil {
		return nil, err
	}
	return pod, nil
}

var errNoneReady = errors.New("none is ready")

// anyPod says by its error that there is none yet.
func (r *reconciler) anyPod(ctx context.Context) (*corev1.Pod, error) {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods); err != nil {
		return nil, err
	}
	if len(pods.Items) == 0 {
		return nil, errNoneReady
	}
	return &pods.Items[0], nil
}

func (r *reconciler) allReady(ctx context.Context) error { return r.List(ctx, &corev1.PodList{}) }

func (r *reconciler) onlyWhenReady(ctx context.Context) error {
	pod, err := r.anyPod(ctx)
	if err != nil {
		return nil
	}
	if err := r.allReady(ctx); err != nil {
		return nil
	}
	return r.update(ctx, pod)
}

// problem tells its caller by what it returns.
func (r *reconciler) problem(ctx context.Context, pod *corev1.Pod) ([]string, error) {
	if err := r.update(ctx, pod); err != nil {
		return []string{"could not update"}, nil
	}
	return nil, r.Delete(ctx, pod)
}

// toldWhenDone tells of its error in a deferred function, which sees what is returned.
func (r *reconciler) toldWhenDone(ctx context.Context, pod *corev1.Pod) (_ ctrl.Result, err error) {
	defer func() {
		if err != nil {
			pod.Status.Message = err.Error()
		}
		err = errors.Join(err, r.Status().Update(ctx, pod))
	}()
	_, err = r.create(ctx, pod)
	if err != nil {
		return ctrl.Result{}, nil // want RL4007:"the error of r.create is lost"
	}
	if failed := r.update(ctx, pod); failed != nil {
		return ctrl.Result{}, failed
	}
	return ctrl.Result{}, nil
}

// toldOfVariable has its deferred function look at a variable of its own, which a return leaves.
func (r *reconciler) toldOfVariable(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	var err error
	defer func() {
		if err != nil {
			pod.Status.Message = err.Error()
		}
	}()
	_, err = r.create(ctx, pod)
	if err != nil {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}
