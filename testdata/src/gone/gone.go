// Package gone has reconcilers that get the object of their request.
package gone

import (
	"context"
	"fmt"
	"time"

	"github.com/pkg/errors"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

type asIs struct{ client.Client }

func (r *asIs) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		log.FromContext(ctx).Error(err, "no pod")
		return ctrl.Result{}, err // want RL4008:"Get's NotFound error is returned after the object was deleted, so the request is retried for nothing; return client.IgnoreNotFound.err."
	}
	return ctrl.Result{}, nil
}

type wrapped struct{ client.Client }

func (r *wrapped) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Client.Get(ctx, req.NamespacedName, &pod)
	if err != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, fmt.Errorf("getting the pod: %w", err) // want RL4008:"Get.s NotFound error is returned" RL4001:"drops RequeueAfter .1m."
	}
	return ctrl.Result{}, nil
}

// leftOut wraps what another function makes of the error: nothing, where the object is gone.
type leftOut struct{ client.Client }

func (r *leftOut) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, errors.Wrap(found(err), "getting the pod")
	}
	return ctrl.Result{}, nil
}

func found(err error) error {
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

type ignored struct{ client.Client }

func (r *ignored) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return ctrl.Result{}, nil
}

type asked struct{ client.Client }

func (r *asked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			return ctrl.Result{}, nil
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type another struct{ client.Client }

func (r *another) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var node corev1.Node
	if err := r.Get(ctx, client.ObjectKey{Name: "the-node"}, &node); err != nil {
		return ctrl.Result{}, err // not the request's: there should be one
	}
	return ctrl.Result{}, nil
}

type deferred struct{ client.Client }

func (r *deferred) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	defer func() { err = client.IgnoreNotFound(err) }()
	var pod corev1.Pod
	if err = r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

type again struct{ client.Client }

func (r *again) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.Update(ctx, &pod); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err // if it is gone by now, the next run ends at the first Get
	}
	return ctrl.Result{}, nil
}

type waits struct{ client.Client }

func (r *waits) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		log.FromContext(ctx).Error(err, "no pod")
		return ctrl.Result{RequeueAfter: time.Minute}, client.IgnoreNotFound(err) // want RL4008:"the request of a deleted object comes back for ever" RL4001:"where this error is not nil"
	}
	return ctrl.Result{}, nil
}

type waitsForAnother struct{ client.Client }

func (r *waitsForAnother) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{RequeueAfter: 0}, client.IgnoreNotFound(err)
	}
	var node corev1.Node
	if err := r.Get(ctx, client.ObjectKey{Name: pod.Spec.NodeName}, &node); err != nil { // it may come soon
		return ctrl.Result{RequeueAfter: time.Minute}, client.IgnoreNotFound(err) // want RL4001:"where this error is not nil"
	}
	return ctrl.Result{}, nil
}
