// Package topic has set-up code as methods and as functions.
package topic

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup holds what its methods need.
type Setup struct {
	Manager ctrl.Manager
	Options limits.Options
}

// Topic adds a controller.
func (s *Setup) Topic() error {
	return ctrl.NewControllerManagedBy(s.Manager).
		Named("topic").
		For(&corev1.ConfigMap{}).
		WithOptions(s.Options.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, s.Options.Global))
}

// Subscription adds a controller without the middleware.
func (s *Setup) Subscription() error {
	return ctrl.NewControllerManagedBy(s.Manager).
		Named("subscription").
		For(&corev1.Secret{}).
		WithOptions(s.Options.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Policy adds a controller.
func (s *Setup) Policy() error {
	return ctrl.NewControllerManagedBy(s.Manager).
		Named("policy").
		For(&corev1.Service{}).
		WithOptions(s.Options.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, s.Options.Global))
}

// AddQueue adds a controller.
func AddQueue(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// AddDeadLetter adds a controller.
func AddDeadLetter(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("deadletter").
		For(&corev1.Node{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
