// Package retries sets up reconcilers whose queues have different limiters: a delay that gets lost beside an error is
// replaced by theirs.
package retries

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type plain struct{ client.Client }

func (r *plain) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *plain) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &corev1.Pod{}); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{RequeueAfter: 30 * time.Second}, err // want RL4001:"the retry comes after 5 ms, 10 ms, … up to 1000 s; return nil with the RequeueAfter, or the error with an empty Result"
	}
	return ctrl.Result{}, nil
}

type slow struct{ client.Client }

func (r *slow) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)}).
		Complete(r)
}

func (r *slow) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &corev1.Secret{}); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{RequeueAfter: 90 * time.Second}, err // want RL4001:"drops RequeueAfter .1m30s.: the retry comes after 1s, 2s, … up to 1m; return nil with the RequeueAfter, or the error with an empty Result"
	}
	return ctrl.Result{}, nil
}

type handed struct{ client.Client }

// SetupWithManager takes options that its callers decide.
func (r *handed) SetupWithManager(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o).Complete(r)
}

func (r *handed) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Get(ctx, req.NamespacedName, &corev1.ConfigMap{}); client.IgnoreNotFound(err) != nil {
		return ctrl.Result{RequeueAfter: time.Minute}, err // want RL4001:"the retry comes when the queue.s limiter says, which is after 5 ms, 10 ms, … up to 1000 s if nobody sets another; return"
	}
	return ctrl.Result{}, nil
}

// kept has an error from before its status is written, which has one too.
type kept struct{ client.Client }

func (r *kept) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	err := r.sync(ctx, pod)
	if pod.Status.Phase != corev1.PodRunning {
		err = r.Status().Update(ctx, pod)
	}
	return ctrl.Result{RequeueAfter: time.Minute}, err // want RL4001:"the error from before the status was written drops RequeueAfter .1m.: .* look at that error first"
}

func (r *kept) sync(ctx context.Context, pod *corev1.Pod) error { return r.Update(ctx, pod) }

// written has the error of the write alone: its back-off is what is wanted.
type written struct{ client.Client }

func (r *written) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, r.Status().Update(ctx, pod) // want RL4001:"where this error is not nil"
}

// held has the Result in a variable.
type held struct{ client.Client }

func (r *held) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result := ctrl.Result{RequeueAfter: time.Minute}
	if err := r.Update(ctx, &corev1.Pod{}); err != nil {
		return result, err // want RL4001:"returning an error drops RequeueAfter .1m."
	}
	return result, nil
}

// masked has the error of the write of the status only where there was none before, and then there was no delay.
type masked struct{ client.Client }

func (r *masked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod := &corev1.Pod{}
	result, err := r.step(ctx, pod)
	if statusErr := r.Status().Update(ctx, pod); err == nil {
		err = statusErr
	}
	return result, err // want RL4001:"where this error is not nil"
}

func (r *masked) step(ctx context.Context, pod *corev1.Pod) (ctrl.Result, error) {
	if err := r.Update(ctx, pod); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}
