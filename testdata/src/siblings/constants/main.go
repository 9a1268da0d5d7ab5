// Package main gives all controllers but one the same constants, each in a place of its own.
package main

import (
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
)

func main() {
	mgr, err := ctrl.NewManager(&rest.Config{QPS: -1}, ctrl.Options{}) // want RL1000:"no limit spans 9 controllers"
	must(err)
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Event{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: 5,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		}).
		Complete(&inert.Reconciler{}))
	must(ctrl.NewControllerManagedBy(mgr).For(&corev1.ServiceAccount{}).
		Complete(&inert.Reconciler{})) // want RL2004:"the number of workers that 8 of 9 take from the same constant, 5, nor the queue limiter that 8 of 9 take from the same call, workqueue.NewTypedItemExponentialFailureRateLimiter .back-off 1s to 1m0s., and sets nothing of its own"
	must(mgr.Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
