// Package memo makes its options once, for both of its controllers, with a
// number of workers from a flag of its own.
package memo

import (
	"flag"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

var (
	once    sync.Once
	options controller.Options
	workers = new(int)
)

// BindFlags adds this package's flag to f.
func BindFlags(f *flag.FlagSet) {
	workers = f.Int("controller.maxConcurrentReconciles", 15, "workers of each controller")
}

func defaultOptions() controller.Options {
	once.Do(func() {
		options = controller.Options{
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](2*time.Second, 2*time.Minute), // want RL2001:"different kinds"
			MaxConcurrentReconciles: *workers,
		}
	})
	return options
}

// SetupQueue adds a controller to mgr.
func SetupQueue(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.Service{}).
		WithOptions(defaultOptions()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupTopic adds a controller to mgr.
func SetupTopic(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("topic").
		For(&corev1.Pod{}).
		WithOptions(defaultOptions()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
