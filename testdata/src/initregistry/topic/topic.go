// Package topic registers a set-up function that leaves limits out.
package topic

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/initregistry/registry"
	"rllint.test/limits"
)

func init() {
	registry.Register("topic", func(mgr ctrl.Manager, o limits.Options) error {
		return ctrl.NewControllerManagedBy(mgr).
			Named("topic").
			For(&corev1.Secret{}).
			WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
			Complete(&inert.Reconciler{}) // want RL1001:"retried after 5 ms" RL1002:"never ask"
	})
}
