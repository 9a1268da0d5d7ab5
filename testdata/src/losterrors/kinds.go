package losterrors

import (
	"context"
	"errors"
	"fmt"
	"strings"

	pkgerrors "github.com/pkg/errors"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// there returns the error beside what it says.
func (r *reconciler) there(ctx context.Context, pod *corev1.Pod) (bool, error) {
	err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// ignored knows that an error which is left is one of an object that is gone.
func (r *reconciler) ignored(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Get(ctx, client.ObjectKeyFromObject(pod), pod); client.IgnoreNotFound(err) != nil {
		return err
	} else if apierrors.IsNotFound(err) {
		return r.Create(ctx, pod)
	}
	return nil
}

// inWords asks for the kind by the error's text.
func (r *reconciler) inWords(ctx context.Context, pod *corev1.Pod) error {
	err := r.Delete(ctx, pod)
	if err != nil {
		if strings.Contains(err.Error(), "404 Not Found") {
			return nil
		}
		log.FromContext(ctx).Error(err, "could not delete it")
		return fmt.Errorf("delete: %w", err)
	}
	return nil
}

// caused asks for the kind of the error that it wraps.
func (r *reconciler) caused(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		if pkgerrors.Cause(err) == errForeign {
			log.FromContext(ctx).Info("not one of ours")
			return ctrl.Result{}, nil
		}
		if apierrors.IsNotFound(errors.Unwrap(err)) {
			log.FromContext(ctx).Info("not there yet")
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// wrapped returns any other error, with more words or without those of one more kind.
func (r *reconciler) wrapped(ctx context.Context, pod *corev1.Pod, twice bool) error {
	err := r.Delete(ctx, pod)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if twice {
		return client.IgnoreAlreadyExists(err)
	}
	return pkgerrors.Wrap(err, "delete")
}

// byName has two conditions of which one holds.
func (r *reconciler) byName(ctx context.Context, pod *corev1.Pod, name, usual string) error {
	err := r.Get(ctx, client.ObjectKey{Name: name}, pod)
	if err != nil && name != usual {
		return fmt.Errorf("get: %w", err)
	}
	if err != nil && !apierrors.IsNotFound(err) && name == usual {
		return fmt.Errorf("get the usual one: %w", err)
	}
	if err != nil && apierrors.IsNotFound(err) {
		return r.Create(ctx, pod)
	}
	return nil
}

// turnedRound returns an error where it is of the one kind that is none.
func (r *reconciler) turnedRound(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, pod); err != nil && apierrors.IsNotFound(err) { // want RL4007:"the error of r.Delete is lost: the code asks for one kind of it, and drops any other; return that"
		return fmt.Errorf("delete: %w", err)
	}
	return nil
}

// emptyWhereNotRead asks for the error after it looks at the object, which is empty where it was not read.
func (r *reconciler) emptyWhereNotRead(ctx context.Context, name string) error {
	pod := &corev1.Pod{}
	err := r.Get(ctx, client.ObjectKey{Name: name}, pod)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if !pod.DeletionTimestamp.IsZero() {
		return nil
	}
	if err != nil {
		return err
	}
	return r.Delete(ctx, pod)
}

// createsOrUpdates updates an object that it may not have read.
func (r *reconciler) createsOrUpdates(ctx context.Context, pod *corev1.Pod) error {
	found := &corev1.Pod{}
	err := r.Get(ctx, client.ObjectKeyFromObject(pod), found)
	if err != nil {
		if apierrors.IsNotFound(err) { // want RL4007:"the error of r.Get is lost: the code asks for one kind of it, and drops any other; return that"
			return r.Create(ctx, pod)
		}
	}
	found.Labels = pod.Labels
	return r.Update(ctx, found)
}

// otherNil returns an error that is nil there in the place of the one that is not.
func (r *reconciler) otherNil(ctx context.Context, pods *corev1.PodList) error {
	err := r.List(ctx, pods)
	if err != nil {
		return err
	}
	for i := range pods.Items {
		updateErr := r.Update(ctx, &pods.Items[i])
		if updateErr != nil {
			return err // want RL4007:"the error of r.Update is lost: err is returned in its place, which is nil here"
		}
	}
	return nil
}

// dealtWith returns the error, and leaves to a deferred function which kinds of errors the request does not come back for.
func (r *reconciler) dealtWith(ctx context.Context, pod *corev1.Pod) (result ctrl.Result, err error) {
	defer func() {
		result, err = r.judged(ctx, result, err)
	}()
	if err = r.update(ctx, pod); err != nil {
		return
	}
	if err = r.renew(pod); err != nil {
		return result, fmt.Errorf("renew: %w", err)
	}
	return
}

// notDealtWith leaves out of an error what the deferred function is to see.
func (r *reconciler) notDealtWith(ctx context.Context, pods *corev1.PodList) (result ctrl.Result, err error) {
	defer func() {
		result, err = r.judged(ctx, result, err)
	}()
	for i := range pods.Items {
		if err := r.Update(ctx, &pods.Items[i]); err != nil { // want RL4007:"the error of r.Update is lost where the steps after it go well"
			continue
		}
	}
	return
}

func (r *reconciler) judged(ctx context.Context, result ctrl.Result, err error) (ctrl.Result, error) {
	switch {
	case err == nil:
		return result, nil
	case errors.Is(err, context.Canceled):
		return result, nil
	case apierrors.IsConflict(err):
		return ctrl.Result{}, nil
	}
	return result, err
}
