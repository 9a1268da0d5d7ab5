// Package bucket shares one bucket between the queues of its controllers, the
// older way to limit them together.
package bucket

import (
	"time"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds two controllers to mgr, whose queues take from one bucket.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	bucket := &workqueue.TypedBucketRateLimiter[reconcile.Request]{
		Limiter: rate.NewLimiter(rate.Limit(o.MaxConcurrentReconciles), 10*o.MaxConcurrentReconciles),
	}
	if err := setup(mgr, o, "shared", &corev1.ConfigMap{}, withBackoff(bucket)); err != nil {
		return err
	}
	return setup(mgr, o, "alike", &corev1.Secret{}, withBackoff(bucket))
}

func withBackoff(bucket workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedMaxOfRateLimiter(
		workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		bucket,
	)
}

func setup(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, l workqueue.TypedRateLimiter[reconcile.Request]) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: l}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
