// Command settings gets its limits from a platform, which settings.yaml describes.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/settings/legacy"
	"rllint.test/settings/platform"
	quota "rllint.test/settings/quota.v2"
)

var budget = flag.Int("reconcile-budget", 10, "reconciles per second of all controllers") // want without settings RL1003:"2 controllers .name, own. .* flag reconcile-budget"

func main() {
	flag.Parse()
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS, cfg.Burst = float32(5**budget), 10**budget
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	check(err)
	allowed, err := platform.Rate() // want without settings RL1003:"PLATFORM_ALLOWANCE"
	check(err)
	granted, err := quota.Rate() // want without settings RL1003:"QUOTA_ALLOWANCE"
	check(err)

	var b platform.Budget = &service{}
	r := &reconciler{}
	wrapped := &platform.Reconciler{Inner: r, Budget: b}
	limiter := newQueueLimiter()

	check(build(mgr, "name", *budget, limiter, &corev1.ConfigMap{}).Complete(wrapped))               // want without settings RL1002:"never ask"
	check(build(mgr, "source", allowed, limiter, &corev1.Secret{}).Complete(wrapped))                // want without settings RL1002:"never ask"
	check(build(mgr, "function", allowed, limiter, &corev1.Pod{}).Complete(platform.Spending(r, b))) // want without settings RL1002:"Spending"
	check(build(mgr, "quota", granted, limiter, &corev1.Node{}).Complete(wrapped))                   // want without settings RL1002:"never ask"
	check(build(mgr, "bare", allowed, limiter, &corev1.Service{}).Complete(r))                       // want RL1002:"never ask"
	check(setupOwn(mgr, wrapped))
	check(legacy.Setup(mgr))

	/* want RL0002:"suppresses nothing" without settings RL0001:"gives no reason" */ //rllint:ignore RL1001
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

func build(mgr ctrl.Manager, name string, workers int, limiter workqueue.TypedRateLimiter[reconcile.Request], kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind).WithOptions(controller.Options{
		MaxConcurrentReconciles: workers,
		RateLimiter:             limiter,
	})
}

func newQueueLimiter() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"different kinds"
}

// setupOwn alone calls the function that makes its limiter.
func setupOwn(mgr ctrl.Manager, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).Named("own").For(&corev1.Endpoints{}).WithOptions(controller.Options{
		MaxConcurrentReconciles: *budget,
		RateLimiter:             newOwnLimiter(),
	}).Complete(r) // want without settings RL1002:"never ask"
}

func newOwnLimiter() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemFastSlowRateLimiter[reconcile.Request](time.Second, time.Minute, 5) // want without settings RL1001:"of its own"
}

type service struct{}

func (*service) Spend(context.Context) error { return nil }

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
