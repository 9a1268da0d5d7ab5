// Package losterrors has reconcilers that know of an error and return none.
package losterrors

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/informers"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type reconciler struct {
	client.Client
	recorder  record.EventRecorder
	discovery *discovery.DiscoveryClient
	secret    bool
	store     cache.Store
}

// inStore asks the store of an informer, whose error is always nil.
func (r *reconciler) inStore(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if _, _, err := r.store.GetByKey(req.String()); err != nil {
		log.FromContext(ctx).Error(err, "could not get")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

var errForeign = errors.New("foreign")

func (r *reconciler) update(ctx context.Context, pod *corev1.Pod) error { return r.Update(ctx, pod) }

func (r *reconciler) validate(context.Context, *corev1.Pod) error { return errForeign }

func (r *reconciler) markFailed(*corev1.Pod) {}

func (r *reconciler) logged(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
		r.recorder.Event(pod, "Warning", "Failed", "could not update")
		return ctrl.Result{}, nil // want RL4007:"the error of r.update is lost: an empty Result and nil tell controller-runtime that the work is done; return the error"
	}
	return ctrl.Result{}, nil
}

// expected tells of the error at the level of information: a note.
func (r *reconciler) expected(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).V(1).Info("no class for it, skipped", "error", err.Error())
		return ctrl.Result{}, nil // want RL4007:"the error of r.update is lost"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) otherKinds(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			log.FromContext(ctx).Info("gone")
		} else {
			log.FromContext(ctx).Error(err, "could not get")
		}
		return ctrl.Result{}, nil // want RL4007:"the error of r.Get is lost"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) inner(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func (r *reconciler) after(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	result, err := r.inner(ctx, pod)
	if err != nil { // want RL4007:"the error of r.inner is lost"
		log.FromContext(ctx).Error(err, "failed")
	}
	return result, nil
}

func (r *reconciler) hidden(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	var err error
	switch {
	case r.secret:
		err = r.update(ctx, pod)
	default:
		created, err := r.create(ctx, pod)
		if err == nil { // want RL4007:"the error of r.create is lost: an empty Result and nil"
			pod.Status.Message = "bound"
		}
		if created {
			r.markFailed(pod)
		}
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) create(ctx context.Context, pod *corev1.Pod) (bool, error) {
	return true, r.Create(ctx, pod)
}

func (r *reconciler) helper(ctx context.Context) (bool, error) {
	if _, err := r.discovery.ServerResourcesForGroupVersion("apps/v1"); err != nil {
		return false, nil // want RL4007:"the error of r.discovery.ServerResourcesForGroupVersion is lost: the caller hears false and no error, whatever failed"
	}
	return true, nil
}

// isReady is asked again where it is not.
func (r *reconciler) isReady(ctx context.Context) (bool, error) {
	if _, err := r.discovery.ServerResourcesForGroupVersion("apps/v1"); err != nil {
		return false, nil
	}
	return true, nil
}

func (r *reconciler) progress(ctx context.Context) (completed bool, err error) {
	if _, err := r.discovery.ServerResourcesForGroupVersion("apps/v1"); err != nil {
		return false, nil
	}
	return true, nil
}

func (r *reconciler) migrated(ctx context.Context) (completed bool, err error) {
	if _, err := r.discovery.ServerResourcesForGroupVersion("apps/v1"); err != nil {
		return true, nil // want RL4007:"the caller hears true and no error, whatever failed"
	}
	return false, nil
}

func (r *reconciler) awaits(ctx context.Context, wait func(func(context.Context) (bool, error)) error) error {
	return wait(r.served)
}

// served is a condition that is waited for.
func (r *reconciler) served(ctx context.Context) (bool, error) {
	if _, err := r.discovery.ServerResourcesForGroupVersion("apps/v1"); err != nil {
		return false, nil
	}
	return true, nil
}

// A phase is how far something is.
type phase string

const (
	phaseFailed phase = "failed"
	phaseDone   phase = "done"
)

var phaseWaiting phase = "waiting"

// phased tells its caller of an error by the phase.
func (r *reconciler) phased(ctx context.Context, pod *corev1.Pod) (phase, error) {
	if err := r.update(ctx, pod); err != nil {
		return phaseFailed, nil
	}
	if err := r.update(ctx, pod); err != nil {
		return phaseWaiting, nil
	}
	return phaseDone, nil
}

func (r *reconciler) step(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	if err := r.update(ctx, pod); err != nil {
		return pod, nil // want RL4007:"the error of r.update is lost"
	}
	return pod, nil
}

func (r *reconciler) returned(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) comesBack(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not update")
		return ctrl.Result{RequeueAfter: time.Minute}, nil // want RL4012:"an error of r.update is answered with the same 1m"
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) gone(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) onlyGone(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil && apierrors.IsNotFound(err) {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) condition(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		r.markFailed(pod) // something is done about it
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) noted(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		pod.Status.Message = err.Error()
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) invalid(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.validate(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "invalid")
		return ctrl.Result{}, nil // it is as wrong the next time
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) explained(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		// The update's own event brings the request back: no need to retry.
		log.FromContext(ctx).Error(err, "could not update")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) foreign(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	err := r.update(ctx, pod)
	if err != nil {
		if !errors.Is(err, errForeign) {
			return ctrl.Result{}, err
		}
		log.FromContext(ctx).Error(err, "foreign")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) polls(ctx context.Context, wait func(func() (bool, error)) error) error {
	return wait(func() (bool, error) {
		if err := r.Get(ctx, client.ObjectKey{}, &corev1.Pod{}); err != nil {
			return false, nil // it is called again
		}
		return true, nil
	})
}

func (r *reconciler) elsewhere(group string) (*metav1.APIResourceList, error) {
	list, err := r.discovery.ServerResourcesForGroupVersion(group)
	if err != nil {
		return r.kept(group), nil // the last one that was seen
	}
	return list, nil
}

func (r *reconciler) blank(group string) (*metav1.APIResourceList, error) {
	list, err := r.discovery.ServerResourcesForGroupVersion(group)
	if err != nil {
		return r.kept("none"), nil // want RL4007:"the error of r.discovery.ServerResourcesForGroupVersion is lost"
	}
	return list, nil
}

func (r *reconciler) kept(string) *metav1.APIResourceList { return nil }

// known asks the factory of informers, which asks nobody.
func (r *reconciler) known(factory informers.SharedInformerFactory) (bool, error) {
	_, err := factory.ForResource(corev1.SchemeGroupVersion.WithResource("pods"))
	if err != nil {
		return false, nil
	}
	return true, nil
}

func (r *reconciler) asks(ctx context.Context) (bool, error) {
	if err := r.Get(ctx, client.ObjectKey{}, &corev1.Pod{}); err != nil {
		if apierrors.IsNotFound(err) {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

func (r *reconciler) tidied(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Delete(ctx, pod); err != nil { // want RL4007:"the error of r.Delete is lost"
		log.FromContext(ctx).Error(err, "could not delete")
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) tidiedFirst(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Delete(ctx, pod); err != nil { // want RL4007:"the error of r.Delete is lost where the steps after it go well"
		log.FromContext(ctx).Error(err, "could not tidy up")
	}
	if err := r.renewed(pod, "after"); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil // where the branch is not taken too
}

func (r *reconciler) status(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil { // want RL4007:"the error of r.Status...Update is lost"
		log.FromContext(ctx).Error(err, "could not say so")
	}
	// log.FromContext(ctx).Info("skip what is done already")
	return ctrl.Result{}, nil
}

func (r *reconciler) typedStatus(ctx context.Context, pods typedcorev1.PodInterface, pod *corev1.Pod) (ctrl.Result, error) {
	_, err := pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	if err != nil { // want RL4007:"the error of pods.UpdateStatus is lost"
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) statusAgain(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil {
		log.FromContext(ctx).Error(err, "could not say so")
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func (r *reconciler) own(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		log.FromContext(ctx).Error(err, "could not get") // out of the cache it can hardly be anything but gone
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) state(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.update(ctx, pod); err != nil {
		log.FromContext(ctx).Info("the pod is not ready to be updated")
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) meant(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	if err := r.Get(ctx, client.ObjectKey{Name: "other"}, pod); err != nil {
		return nil, nil //nolint:nilerr
	}
	return pod, nil
}
