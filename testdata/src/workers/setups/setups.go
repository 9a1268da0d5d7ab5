// Package setups sets up controllers with constants as their numbers of workers.
package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// podWorkers is of use to nobody once pods have the shared options.
const podWorkers = 5

// elsewhere is used on another platform too.
const elsewhere = 4

const (
	none = iota
	one
)

// Shared may be used by anybody.
const Shared = 3

// Pods has a constant of its own.
func Pods(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: podWorkers}). // want RL1003:"5 workers"
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))         // want RL1001:"retried after 5 ms"
}

// Nodes has one that a file for another platform uses.
func Nodes(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: elsewhere}). // want RL1003:"4 workers"
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))        // want RL1001:"retried after 5 ms"
}

// Secrets has one that counts with others.
func Secrets(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: one}). // want RL1003:"1 worker,"
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))  // want RL1001:"retried after 5 ms"
}

// Services has one that is exported, and options of its own.
func Services(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Service{}).
		WithOptions(controller.Options{
			MaxConcurrentReconciles: Shared, // want RL1003:"3 workers"
			NeedLeaderElection:      new(bool),
		}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

// Events sets the number afterwards.
func Events(mgr ctrl.Manager, o limits.Options) error {
	options := o.ForControllerRuntime()
	options.MaxConcurrentReconciles = 2 // want RL1003:"2 workers"
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Event{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// Endpoints is handed the rate too.
func Endpoints(mgr ctrl.Manager, o limits.Options, maxReconcileRate int) error {
	options := o.ForControllerRuntime()
	options.MaxConcurrentReconciles = (2) // want RL1003:"2 workers"
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Endpoints{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// Namespaces has three kinds of mistake in one statement.
func Namespaces(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithOptions(controller.Options{MaxConcurrentReconciles: 7}).Complete(&inert.Reconciler{}) // want RL1001:"" RL1002:"" RL1003:""
}
