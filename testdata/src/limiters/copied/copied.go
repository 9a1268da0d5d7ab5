// Package copied is handed a bucket as a struct, and takes its address: the queue asks what all others ask too.
package copied

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds a controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options, bucket workqueue.TypedBucketRateLimiter[reconcile.Request]) error { // want RL3001:"is a bucket alone, without back-off: an object"
	return ctrl.NewControllerManagedBy(mgr).
		Named("copied").
		For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles, RateLimiter: &bucket}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
