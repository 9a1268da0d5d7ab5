// Package topic passes its own set-up functions on to the same loop.
package topic

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
	"rllint.test/loop/registry"
)

// SetupAll adds the topic controllers to mgr.
func SetupAll(mgr ctrl.Manager, o limits.Options) error {
	return registry.SetupAll(mgr, o, setupTopic, setupSubscription)
}

func setupTopic(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("topic").
		For(&corev1.Service{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setupSubscription(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("subscription").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
