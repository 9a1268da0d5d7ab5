// Command byhand has reconcilers that ask limiters by hand: of some the limiter is the
// one in their own queue.
package main

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

type limiter = workqueue.TypedRateLimiter[reconcile.Request]

func newLimiter() limiter {
	return workqueue.NewTypedMaxOfRateLimiter(
		workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
	)
}

// counting has the queue's limiter.
type counting struct {
	client.Client
	limiter limiter
}

func (r *counting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		r.limiter.Forget(req) // want RL2003:"this makes the queue of controller core/v1.Pod forget failures"
		return ctrl.Result{}, nil
	}
	if r.limiter.NumRequeues(req) > 10 { // want RL2003:"the count is the queue's, and RequeueAfter and success erase it"
		return ctrl.Result{}, nil
	}
	return r.later(req)
}

func (r *counting) later(req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: r.limiter.When(req)}, nil // want RL2003:"this asks the limiter of the queue of controller core/v1.Pod: When counts a failure, and after RequeueAfter the queue forgets its count"
}

// apart has a limiter of its own, and forgets what it counts.
type apart struct {
	client.Client
	limiter limiter
}

func (r *apart) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		r.limiter.Forget(req)
		return ctrl.Result{}, nil
	}
	return ctrl.Result{RequeueAfter: r.limiter.When(req)}, nil
}

// unasked keeps the queue's limiter and does not ask it.
type unasked struct {
	client.Client
	limiter limiter
}

func (r *unasked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	if err != nil {
		panic(err)
	}
	queue := newLimiter()
	must(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{RateLimiter: queue}).
		Complete(&counting{Client: mgr.GetClient(), limiter: queue}))
	must(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: newLimiter()}).
		Complete(&apart{Client: mgr.GetClient(), limiter: newLimiter()}))
	third := newLimiter()
	must(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{RateLimiter: third}).
		Complete(&unasked{Client: mgr.GetClient(), limiter: third}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
