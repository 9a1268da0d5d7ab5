// Package many has one function that makes the limiter of each controller, and
// one variable that holds the limiter of several.
package many

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

type limiter = workqueue.TypedRateLimiter[reconcile.Request]

func newLimiter(base time.Duration) limiter {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](base, time.Minute)
}

// Setup adds five controllers to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	if err := setupQueue(mgr, o); err != nil {
		return err
	}
	if err := setupTopic(mgr, o); err != nil {
		return err
	}
	if err := setupTable(mgr, o); err != nil {
		return err
	}
	shared := workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute) // want RL2001:"different kinds"
	if err := setupHanded(mgr, o, "pod", &corev1.Pod{}, shared); err != nil {
		return err
	}
	return setupHanded(mgr, o, "node", &corev1.Node{}, shared)
}

func setupQueue(mgr ctrl.Manager, o limits.Options) error {
	return build(mgr, "queue", &corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: newLimiter(time.Second)}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupTopic(mgr ctrl.Manager, o limits.Options) error {
	options := controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}
	options.RateLimiter = newLimiter(2 * time.Second)
	return build(mgr, "topic", &corev1.Secret{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupTable(mgr ctrl.Manager, o limits.Options) error {
	return build(mgr, "table", &corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: newLimiter(time.Second)}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupHanded(mgr ctrl.Manager, o limits.Options, name string, kind client.Object, l limiter) error {
	return build(mgr, name, kind).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: l}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func build(mgr ctrl.Manager, name string, kind client.Object) *ctrl.Builder {
	return ctrl.NewControllerManagedBy(mgr).Named(name).For(kind)
}
