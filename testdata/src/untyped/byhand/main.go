// Command byhand has a reconciler that asks the limiter of its own queue, in a version of
// controller-runtime in which a Result can say that the queue should ask it.
package main

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type counting struct {
	client.Client
	limiter workqueue.RateLimiter
}

func (r *counting) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return ctrl.Result{RequeueAfter: r.limiter.When(req) /* a while */}, nil // want RL2003:"When"
	}
	if req.Namespace == "" {
		return ctrl.Result{RequeueAfter: r.limiter.When(ctrl.Request{})}, nil // want RL2003:"When"
	}
	if req.Namespace == "later" {
		wait := r.limiter.When(req) // want RL2003:"When"
		return ctrl.Result{RequeueAfter: wait}, nil
	}
	if result, err := r.seen(req); result.RequeueAfter > time.Minute {
		return ctrl.Result{}, err
	}
	return r.later(req)
}

func (r *counting) later(req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: r.limiter.When(req)}, nil // want RL2003:"When"
}

func (r *counting) seen(req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: r.limiter.When(req)}, nil // want RL2003:"When"
}

func main() {
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1000:"no limit"
	must(err)
	queue := workqueue.NewItemExponentialFailureRateLimiter(time.Second, time.Minute)
	must(ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{RateLimiter: queue}).
		Complete(&counting{Client: mgr.GetClient(), limiter: queue}))
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
