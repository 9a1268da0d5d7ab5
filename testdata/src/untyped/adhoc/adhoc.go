// Package adhoc makes limiters by hand with constructors that have no type
// parameters.
package adhoc

import (
	"time"

	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	kcontroller "sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/untyped/inert"
)

// Setup adds a controller with a limiter of its own to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("managed/adhoc").
		For(&corev1.Pod{}).
		WithOptions(kcontroller.Options{
			MaxConcurrentReconciles: o.MaxConcurrentReconciles,
			RateLimiter: workqueue.NewMaxOfRateLimiter( // want RL1001:"of its own"
				workqueue.NewItemExponentialFailureRateLimiter(5*time.Millisecond, 1000*time.Second),
				&workqueue.BucketRateLimiter{Limiter: rate.NewLimiter(rate.Limit(10), 100)},
			),
		}).
		Complete(ratelimiter.NewReconciler("managed/adhoc", &inert.Reconciler{}, o.GlobalRateLimiter))
}

// SetupUnmanaged adds an unmanaged controller to mgr.
func SetupUnmanaged(mgr ctrl.Manager, o controller.Options) error {
	options := o.ForControllerRuntime()
	options.Reconciler = &inert.Reconciler{}
	c, err := kcontroller.NewUnmanaged("unmanaged", mgr, options) // want RL1002:"never ask"
	if err != nil {
		return err
	}
	return mgr.Add(c)
}
