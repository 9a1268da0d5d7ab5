package backoff

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// setsLater keeps the delay in a variable.
type setsLater struct{ client.Client }

func (r *setsLater) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	if err := r.Get(ctx, req.NamespacedName, &pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	after := 10 * time.Minute
	if err := r.Update(ctx, &pod); err != nil {
		log.FromContext(ctx).Error(err, "cannot update")
		after = time.Second // want RL4012:"an error of r.Update is answered with the same 1s each time"
	}
	return ctrl.Result{RequeueAfter: after}, nil
}

// setsResult keeps the Result.
type setsResult struct{ client.Client }

func (r *setsResult) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{}
	if err := r.Delete(ctx, &corev1.Pod{}); err != nil {
		log.FromContext(ctx).Error(err, "cannot delete")
		result.RequeueAfter = 2 * time.Second // want RL4012:"an error of r.Delete is answered with the same 2s each time"
	}
	return result, nil
}

// switched asks for no error first.
type switched struct{ client.Client }

func (r *switched) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	err := r.Update(ctx, &corev1.Pod{})
	switch {
	case err == nil:
		return ctrl.Result{}, nil
	case apierrors.IsConflict(err):
		return ctrl.Result{Requeue: true}, nil
	default:
		log.FromContext(ctx).Error(err, "cannot update")
		return ctrl.Result{RequeueAfter: 3 * time.Second}, nil // want RL4012:"an error of r.Update is answered with the same 3s each time"
	}
}

// Near misses.

// setsAnyway comes back as often where there is no error.
type setsAnyway struct{ client.Client }

func (r *setsAnyway) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	after := time.Second
	if err := r.Update(ctx, &corev1.Pod{}); err != nil {
		after = time.Hour
		log.FromContext(ctx).Error(err, "cannot update, waiting for the next round")
	}
	return ctrl.Result{RequeueAfter: after}, nil
}

// setsForKind knows what it is.
type setsForKind struct{ client.Client }

func (r *setsForKind) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	after := time.Hour
	if err := r.Update(ctx, &corev1.Pod{}); err != nil {
		if !apierrors.IsConflict(err) {
			return ctrl.Result{}, err
		}
		after = time.Second
	}
	return ctrl.Result{RequeueAfter: after}, nil
}

// setsGrowing lets the delay grow.
type setsGrowing struct {
	client.Client
	failures time.Duration
}

func (r *setsGrowing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	after := time.Hour
	if err := r.Update(ctx, &corev1.Pod{}); err != nil {
		log.FromContext(ctx).Error(err, "cannot update")
		after = time.Second * r.failures
	}
	return ctrl.Result{RequeueAfter: after}, nil
}
