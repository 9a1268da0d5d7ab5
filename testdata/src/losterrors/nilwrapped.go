package losterrors

import (
	"context"
	"errors"
	"fmt"

	pkgerrors "github.com/pkg/errors"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// allOf wraps the error of the list, of which it has made sure that it is nil, and not what became of the pods.
func (r *reconciler) allOf(ctx context.Context) error {
	pods := &corev1.PodList{}
	err := r.List(ctx, pods)
	if err != nil {
		return err
	}
	if len(pods.Items) == 0 {
		return pkgerrors.Wrap(err, "no pods") // want RL4007:"the error that pkgerrors.Wrap is given is nil here, so it returns nil: .* make a new error"
	}
	var errs []error
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("cannot update the pods: %w", err) // want RL4007:"the error that fmt.Errorf is given is nil here: its message has <nil> in the place of the cause"
	}
	return nil
}

// untilNone forgets the errors of its list where it comes to a pod without a name.
func (r *reconciler) untilNone(ctx context.Context, pods *corev1.PodList) error {
	var errs []error
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil {
			errs = append(errs, err)
		}
	}
	for i := range pods.Items {
		if pods.Items[i].Name == "" {
			return nil // want RL4007:"the error of r.Update is lost"
		}
	}
	return errors.Join(errs...)
}

// owned goes on where a step failed, and says that all is done.
func (r *reconciler) owned(ctx context.Context, pod, other *corev1.Pod) (ctrl.Result, error) {
	if err := r.renew(pod); err != nil { // want RL4007:"the error of r.renew is lost where the steps after it go well"
		log.FromContext(ctx).Error(err, "could not renew it")
	}
	if err := r.Update(ctx, other); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// other asks whether the first is gone.
func (r *reconciler) other(ctx context.Context, key client.ObjectKey) (*corev1.Pod, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, key, pod); err != nil {
		if !apierrors.IsNotFound(err) {
			return nil, err
		}
		if err := r.Get(ctx, client.ObjectKey{Name: key.Name}, pod); err != nil {
			return nil, err
		}
		return pod, nil
	}
	return pod, nil
}

type thrower struct{ client.Client }

func (r *thrower) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	pod.Name = r.image(ctx)
	if err := r.prune(ctx, &corev1.PodList{Items: []corev1.Pod{*pod}}); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.check(ctx, pod); err != nil || r.exists(ctx, req.NamespacedName) || r.knows(ctx, req.NamespacedName) {
		return ctrl.Result{}, err
	}
	r.state(ctx, pod)
	return ctrl.Result{}, nil
}

// state throws the error of the status away.
func (r *thrower) state(ctx context.Context, pod *corev1.Pod) {
	_ = r.Status().Update(ctx, pod)
}

const defaultImage = "pause"

// image answers with a default where nothing could be read.
func (r *thrower) image(ctx context.Context) string {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, client.ObjectKey{Name: "self"}, pod); err != nil { // want RL4007:"the error of r.Get is lost: image answers"
		return defaultImage
	}
	return pod.Name
}

// prune leaves behind what it could not delete.
func (r *thrower) prune(ctx context.Context, pods *corev1.PodList) error {
	for i := range pods.Items {
		if err := r.Delete(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Delete is lost"
			log.FromContext(ctx).Error(err, "could not delete it")
		}
	}
	return nil
}

// first returns nil where there is no pod.
func (r *thrower) first(ctx context.Context, pods *corev1.PodList) error {
	if err := r.List(ctx, pods); err != nil || len(pods.Items) == 0 {
		return pkgerrors.Wrap(err, "no pod") // want RL4007:"the error that pkgerrors.Wrap is given is nil where this branch is taken for len.pods.Items. == 0 alone"
	}
	return nil
}

// second says that nothing is the reason where there is no second pod.
func (r *thrower) second(ctx context.Context, pods *corev1.PodList) error {
	err := r.List(ctx, pods)
	if err != nil || len(pods.Items) < 2 {
		return fmt.Errorf("no second pod: %w", err) // want RL4007:"the error that fmt.Errorf is given is nil where this branch is taken for len.pods.Items. < 2 alone: its message has <nil>"
	}
	return nil
}

// third returns nothing where an update fails.
func (r *thrower) third(ctx context.Context, pods *corev1.PodList) error {
	err := r.List(ctx, pods)
	if err != nil {
		return err
	}
	if r.Update(ctx, &pods.Items[2]) != nil {
		log.FromContext(ctx).Info("could not update it", "err", err)
		return err // want RL4007:"the error of r.Update is lost: err is returned in its place, which is nil here"
	}
	return nil
}

// again wraps no error beside a Result that brings the request back.
func (r *thrower) again(ctx context.Context, pods *corev1.PodList) (ctrl.Result, error) {
	err := r.List(ctx, pods)
	if err != nil {
		return ctrl.Result{}, err
	}
	if len(pods.Items) == 0 {
		return ctrl.Result{Requeue: true}, pkgerrors.Wrap(err, "no pods") // want RL4007:"nobody hears of what failed, and the Result alone brings the request back"
	}
	return ctrl.Result{}, nil
}

// knows takes any error but one for an object that is there.
func (r *thrower) knows(ctx context.Context, key client.ObjectKey) bool {
	err := r.Get(ctx, key, &corev1.Pod{})
	return !apierrors.IsNotFound(err) // want RL4007:"the error of r.Get is lost: knows answers true then, whatever failed"
}

func (r *thrower) exists(ctx context.Context, key client.ObjectKey) bool {
	err := r.Get(ctx, key, &corev1.Pod{})
	return err == nil // want RL4007:"the error of r.Get is lost: exists answers"
}

func (r *thrower) check(ctx context.Context, pod *corev1.Pod) error {
	pods := &corev1.PodList{}
	if err := r.List(ctx, pods); err != nil { // want RL4007:"any error of r.List is taken to say that there is nothing"
		log.FromContext(ctx).Error(err, "could not look for others")
	} else if len(pods.Items) > 1 {
		return errors.New("not alone")
	}
	return nil
}
