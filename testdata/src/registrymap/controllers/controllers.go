// Package controllers holds reconcilers that set themselves up with the options
// that they are handed.
package controllers

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Queue takes everything from its options.
type Queue struct{ inert.Reconciler }

// SetupWithManager adds the controller to mgr.
func (r *Queue) SetupWithManager(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(r, o.Global))
}

// Topic leaves the middleware out.
type Topic struct{ inert.Reconciler }

// SetupWithManager adds the controller to mgr.
func (r *Topic) SetupWithManager(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("topic").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(r) // want RL1002:"never ask"
}

// Table has a number of workers of its own.
type Table struct {
	inert.Reconciler
	name string
}

// NewTable returns a table's reconciler.
func NewTable(name string) *Table { return &Table{name: name} }

// SetupWithManager adds the controller to mgr.
func (r *Table) SetupWithManager(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(r.name).
		For(&corev1.Service{}).
		WithOptions(controller.Options{
			RateLimiter:             limits.NewController(),
			MaxConcurrentReconciles: 10, // want RL1003:"10"
		}).
		Complete(limits.NewReconciler(r, o.Global))
}

// Job takes everything from its options.
type Job struct{ inert.Reconciler }

// SetupWithManager adds the controller to mgr.
func (r *Job) SetupWithManager(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("job").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(r, o.Global))
}
