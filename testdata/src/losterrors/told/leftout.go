package told

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// deleting deletes several objects, and takes one that is gone for the end.
type deleting struct {
	client.Client
	items []runtime.Object
}

func (r *deleting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.each(ctx, r.items); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.pair(ctx); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.force(ctx, new(corev1.Pod)); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.one(ctx, req.Name, nil); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.first(ctx, nil); err != nil {
		return ctrl.Result{}, err
	}
	for _, name := range []string{"a", "b"} {
		err := r.step(ctx, name)
		// A stale cache is tried again.
		if apierrors.IsConflict(err) {
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
		if err != nil {
			return r.stale(ctx, new(corev1.Pod), err) // want RL4007:"the error of r.step is told in the status"
		}
		if err := r.step(ctx, "c"); err != nil {
			return r.sorted(ctx, new(corev1.Pod), err)
		}
	}
	return ctrl.Result{}, r.last(ctx)
}

func (r *deleting) step(ctx context.Context, name string) error {
	return r.Create(ctx, &corev1.Secret{})
}

// stale writes a status, and asks for another try only where that is of an old object.
func (r *deleting) stale(ctx context.Context, pod *corev1.Pod, failed error) (ctrl.Result, error) {
	pod.Status.Message = failed.Error()
	if err := r.Status().Update(ctx, pod); err != nil {
		if apierrors.IsConflict(err) {
			return ctrl.Result{RequeueAfter: time.Second}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// sorted asks for another try of some errors, and so leaves the others on purpose.
func (r *deleting) sorted(ctx context.Context, pod *corev1.Pod, failed error) (ctrl.Result, error) {
	pod.Status.Message = failed.Error()
	if err := r.Status().Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if apierrors.IsTimeout(failed) {
		return ctrl.Result{RequeueAfter: time.Second}, nil
	}
	return ctrl.Result{}, nil
}

// each leaves out what comes after an object that is gone.
func (r *deleting) each(ctx context.Context, items []runtime.Object) error {
	for _, item := range items {
		obj, ok := item.(client.Object)
		if !ok {
			continue
		}
		err := r.Delete(ctx, obj)
		if err != nil {
			return client.IgnoreNotFound(err) // want RL4007:"where the object of r.Delete is gone already, this return leaves out what is deleted after it"
		}
	}
	return nil
}

// pair leaves out the second, and last has nothing after it.
func (r *deleting) pair(ctx context.Context) error {
	if err := r.Delete(ctx, &corev1.Service{}); err != nil {
		return client.IgnoreNotFound(err) // want RL4007:"this return leaves out what is deleted after it"
	}
	return r.Delete(ctx, &corev1.Secret{})
}

func (r *deleting) last(ctx context.Context) error {
	if err := r.Delete(ctx, &corev1.Secret{}); err != nil {
		return client.IgnoreNotFound(err)
	}
	return nil
}

// force deletes the same object again, at once, and with ever less grace.
func (r *deleting) force(ctx context.Context, pod *corev1.Pod) error {
	if err := r.Delete(ctx, pod); err != nil {
		return client.IgnoreNotFound(err)
	}
	if err := r.Delete(ctx, pod, client.GracePeriodSeconds(0)); err != nil {
		return client.IgnoreNotFound(err)
	}
	for _, grace := range []int64{30, 0} {
		if err := r.Delete(ctx, pod, client.GracePeriodSeconds(grace)); err != nil {
			return client.IgnoreNotFound(err)
		}
	}
	return nil
}

// one deletes the object of a name, and first the first of some.
func (r *deleting) one(ctx context.Context, name string, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if pod.Name == name {
			if err := r.Delete(ctx, pod); err != nil {
				return client.IgnoreNotFound(err)
			}
		}
	}
	return nil
}

func (r *deleting) first(ctx context.Context, pods []*corev1.Pod) error {
	for _, pod := range pods {
		if pod.Status.Phase != corev1.PodFailed {
			continue
		}
		if err := r.Delete(ctx, pod); err != nil {
			return client.IgnoreNotFound(err)
		}
		break
	}
	return nil
}

// best says why in the branch of the error, above another branch in it.
type best struct{ client.Client }

func (r *best) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Update(ctx, &corev1.Pod{}); err != nil {
		// Best effort: the next change does it.
		if req.Name == "" {
			log.FromContext(ctx).Error(err, "cannot update")
			return ctrl.Result{}, nil
		}
		log.FromContext(ctx).Error(err, "cannot update it")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}
