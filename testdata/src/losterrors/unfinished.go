package losterrors

import (
	"context"
	"errors"
	"reflect"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "example.org/finalizer"

// tooSoon writes an object without its finalizer before it has done what that is there for.
type tooSoon struct{ client.Client }

func (r *tooSoon) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	volume := &corev1.PersistentVolume{}
	if err := r.Get(ctx, req.NamespacedName, volume); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if volume.ObjectMeta.DeletionTimestamp == nil {
		return ctrl.Result{}, errors.Join(r.inTime(ctx, volume), r.twice(ctx, volume), r.inPart(ctx, volume, &corev1.PersistentVolumeClaim{}))
	}
	controllerutil.RemoveFinalizer(volume, finalizer) // want RL4007:"the object is written without its finalizer before r.release has done its work: where that fails, the object is gone, and nobody tries again; remove the finalizer after that"
	if err := r.Update(ctx, volume); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.release(ctx, volume.Name); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// inPart frees another object once this one is gone.
func (r *tooSoon) inPart(ctx context.Context, volume *corev1.PersistentVolume, claim *corev1.PersistentVolumeClaim) error {
	controllerutil.RemoveFinalizer(volume, finalizer) // want RL4007:"the object is written without its finalizer before r.Update has done its work"
	if err := r.Update(ctx, volume); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(claim, finalizer)
	if err := r.Update(ctx, claim); err != nil {
		return err
	}
	return nil
}

// twice takes two finalizers from one object.
func (r *tooSoon) twice(ctx context.Context, volume *corev1.PersistentVolume) error {
	controllerutil.RemoveFinalizer(volume, finalizer)
	if err := r.Update(ctx, volume); err != nil {
		return err
	}
	if err := r.release(ctx, volume.Name); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(volume, finalizer+"-2")
	return r.Update(ctx, volume)
}

func (r *tooSoon) inTime(ctx context.Context, volume *corev1.PersistentVolume) error {
	if err := r.release(ctx, volume.Name); err != nil {
		return err
	}
	volume.Finalizers = nil
	if err := r.Update(ctx, volume); err != nil {
		return err
	}
	return nil
}

// ofPart takes a finalizer from something that it is not for: the next pass comes back to it.
func (r *tooSoon) ofPart(ctx context.Context, secret *corev1.Secret) error {
	controllerutil.RemoveFinalizer(secret, finalizer)
	if err := r.Update(ctx, secret); err != nil {
		return err
	}
	if err := r.Delete(ctx, secret); err != nil {
		return err
	}
	return nil
}

func (r *tooSoon) release(ctx context.Context, name string) error {
	return r.Delete(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}})
}

// saves writes what has changed when it is done, whatever came of it.
type saves struct{ client.Client }

func (r *saves) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	before := pod.DeepCopy()
	defer func() {
		if !reflect.DeepEqual(before, pod) {
			result, err = r.save(ctx, pod) // want RL4007:"the error that this function returns is lost: this deferred call puts that of r.save in its place"
		}
	}()
	if err := r.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: pod.Name}}); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *saves) save(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	return ctrl.Result{}, r.Update(ctx, pod)
}

// savesIf does so only if all went well.
type savesIf struct{ client.Client }

func (r *savesIf) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	defer func() {
		if err == nil {
			err = r.Update(ctx, pod)
		}
	}()
	return ctrl.Result{}, r.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: pod.Name}})
}

// savesChanges writes only if it comes to its end.
type savesChanges struct{ client.Client }

func (r *savesChanges) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	changed := false
	defer func() {
		if changed {
			err = r.Update(ctx, pod)
		}
	}()
	if err := r.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: pod.Name}}); err != nil {
		return ctrl.Result{}, err
	}
	changed = pod.Spec.NodeName == ""
	return ctrl.Result{}, nil
}
