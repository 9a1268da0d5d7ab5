// Package topic sets up four controllers with the limits it is handed, and one
// with a constant of its own.
package topic

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the topic controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, "topic", &corev1.ConfigMap{}, o)
}

// SetupSubscription adds the subscription controller to mgr.
func SetupSubscription(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, "subscription", &corev1.Secret{}, o)
}

// SetupPolicy adds the policy controller to mgr.
func SetupPolicy(mgr ctrl.Manager, o limits.Options) error {
	return setup(mgr, "policy", &corev1.Service{}, o)
}

// SetupQueue adds two controllers to mgr.
func SetupQueue(mgr ctrl.Manager, o limits.Options) error {
	if err := setup(mgr, "queue", &corev1.Pod{}, o); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue-policy").
		For(&corev1.Namespace{}).
		WithOptions(controller.Options{
			RateLimiter:             limits.NewController(),
			MaxConcurrentReconciles: 5, // want RL1003:"5"
		}).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}

func setup(mgr ctrl.Manager, name string, kind client.Object, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}
