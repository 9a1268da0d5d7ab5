package backoff

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// quiet answers the errors of the reconciler that it wraps.
func quiet(next reconcile.Reconciler) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
		result, err := next.Reconcile(ctx, req)
		if err != nil {
			log.FromContext(ctx).Info("comes back", "error", err.Error())
			return ctrl.Result{RequeueAfter: 2 * time.Second}, nil // want RL4012:"an error of next.Reconcile is answered with the same 2s each time"
		}
		return result, nil
	})
}

type finishing struct{ client.Client }

func (r *finishing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	return r.finish(ctx, pod, r.Create(ctx, &corev1.Secret{}))
}

// finish writes the status and says when to come again.
func (r *finishing) finish(ctx context.Context, pod *corev1.Pod, cause error) (ctrl.Result, error) {
	if err := r.Status().Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	if cause != nil {
		return ctrl.Result{RequeueAfter: 2 * time.Second}, nil // want RL4012:"an error of its callers is answered with the same 2s each time"
	}
	return ctrl.Result{}, nil
}

// fresh asks limiters that it makes each time.
func fresh(key string) time.Duration {
	limiter := newLimiter()
	return limiter.When(key) // want RL4012:"the limiter limiter is made anew each time and knows of no failure"
}

func newLimiter() workqueue.TypedRateLimiter[string] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
}

var kept = newLimiter()

// asksKept asks one that it keeps, and one that it asks again and again.
func asksKept(key string) (longest time.Duration) {
	limiter := newLimiter()
	for range 3 {
		longest = max(longest, limiter.When(key), kept.When(key))
	}
	return longest
}

// restating returns the error of the status in place of the one that it tells of.
type restating struct{ client.Client }

func (r *restating) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Get(ctx, req.NamespacedName, pod); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	later := ctrl.Result{RequeueAfter: 10 * time.Second}
	if err := r.Create(ctx, &corev1.Secret{}); err != nil {
		err = r.state(ctx, pod, err)
		if err != nil {
			return ctrl.Result{}, err
		}
		return later, err // want RL4012:"an error of r.Create is answered with the same 10s each time"
	}
	return ctrl.Result{}, nil
}

func (r *restating) state(ctx context.Context, pod *corev1.Pod, cause error) error {
	pod.Status.Message = cause.Error()
	return r.Status().Update(ctx, pod)
}
