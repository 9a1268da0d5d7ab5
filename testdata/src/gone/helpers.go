package gone

import (
	"context"
	"errors"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// fetches gets its object by a function that hands the error on.
type fetches struct{ client.Client }

func (r *fetches) fetch(ctx context.Context, key types.NamespacedName) (*corev1.Pod, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, key, &pod); err != nil {
		return nil, fmt.Errorf("getting the pod: %w", err)
	}
	return &pod, nil
}

func (r *fetches) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod, err := r.fetch(ctx, req.NamespacedName)
	if err != nil {
		return ctrl.Result{}, err // want RL4008:"Get's NotFound error is returned after the object was deleted"
	}
	return ctrl.Result{}, r.Update(ctx, pod)
}

// finds gets its object by a function that knows of objects that are gone.
type finds struct{ client.Client }

func (r *finds) find(ctx context.Context, key types.NamespacedName) (*corev1.Pod, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, key, &pod); err != nil {
		return nil, client.IgnoreNotFound(err)
	}
	return &pod, nil
}

func (r *finds) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod, err := r.find(ctx, req.NamespacedName)
	if err != nil || pod == nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// written writes the key down.
type written struct{ client.Client }

func (r *written) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, err error) {
	key := types.NamespacedName{Namespace: req.Namespace, Name: req.Name}
	var pod corev1.Pod
	if err = r.Get(ctx, key, &pod); err != nil {
		if !apierrors.IsNotFound(err) {
			log.FromContext(ctx).Error(err, "no pod")
		}
		return // want RL4008:"Get's NotFound error is returned after the object was deleted"
	}
	return ctrl.Result{}, nil
}

// another object is in the namespace of the request's.
type neighbour struct{ client.Client }

func (r *neighbour) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, types.NamespacedName{Namespace: req.Namespace, Name: "the-pod"}, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// returnsBoth asks, and returns the error all the same.
type returnsBoth struct{ client.Client }

func (r *returnsBoth) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		if apierrors.IsNotFound(err) {
			log.FromContext(ctx).Info("gone")
			return ctrl.Result{}, err // want RL4008:"Get's NotFound error is returned after the object was deleted.*; return nil$"
		}
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// asksAgain asks, and comes back for an object that is gone.
type asksAgain struct{ client.Client }

func (r *asksAgain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	err := r.Get(ctx, req.NamespacedName, &pod)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{RequeueAfter: time.Minute}, nil // want RL4008:"this branch is for an object that is not found, and its Result asks for another try"
	}
	return ctrl.Result{}, err
}

// announces tells people that it comes back.
type announces struct{ client.Client }

func (r *announces) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); apierrors.IsNotFound(err) {
		log.FromContext(ctx).Info("the pod is not there yet; requeueing", "pod", req.Name)
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	return ctrl.Result{}, nil
}

// knows says why.
type knows struct{ client.Client }

func (r *knows) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); apierrors.IsNotFound(err) {
		// The cache may be behind what wrote the name down.
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	} else if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// handsOn hands the request on.
type handsOn struct{ client.Client }

func (r *handsOn) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return r.reconcile(ctx, req)
}

func (r *handsOn) reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		err = errors.Join(errors.New("no pod"), err)
		return ctrl.Result{}, err // want RL4008:"Get's NotFound error is returned after the object was deleted"
	}
	return ctrl.Result{}, nil
}

// looksAfter looks at what it gets back.
type looksAfter struct{ client.Client }

func (r *looksAfter) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result, err := r.reconcile(ctx, req)
	if apierrors.IsNotFound(err) {
		return ctrl.Result{}, nil
	}
	return result, err
}

func (r *looksAfter) reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// forgives leaves the error out in a deferred function.
type forgives struct{ client.Client }

func (r *forgives) Reconcile(ctx context.Context, req ctrl.Request) (_ ctrl.Result, reterr error) {
	defer func() { reterr = client.IgnoreNotFound(reterr) }()
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}
