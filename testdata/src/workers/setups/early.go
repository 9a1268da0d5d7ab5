package setups

import (
	"flag"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

var rate = flag.Int("replica-max-reconcile-rate", 10, "reconciles of the replicas per second") // want RL1005:"limits nothing"

// early is made before the command line is read.
var early = controller.Options{MaxConcurrentReconciles: 6, RateLimiter: limits.NewController()} // want RL1003:"6 workers"

// Replicas uses options that are made too early to have the rate.
func Replicas(mgr ctrl.Manager, global limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ReplicationController{}).
		WithOptions(early).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global.Global))
}
