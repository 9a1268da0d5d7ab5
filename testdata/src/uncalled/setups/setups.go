// Package setups sets up controllers. Programs forget one of them.
package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/uncalled/setups/each"
)

// Pods sets up a controller.
func Pods(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(&inert.Reconciler{})
}

// A Secrets is a reconciler with a method that sets it up.
type Secrets struct{ inert.Reconciler }

// SetupWithManager sets it up.
func (r *Secrets) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).Complete(r)
}

// A Forgotten is like it.
type Forgotten struct{ inert.Reconciler }

// SetupWithManager sets it up, which nobody asks for.
func (r *Forgotten) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).Complete(r) // want RL7003:"this controller never runs: nothing in the program calls setups.Forgotten.SetupWithManager, though it calls most functions like that beside it"
}

// Nodes is in a table that the package keeps.
func Nodes(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(&inert.Reconciler{})
}

// Optional has set-up functions by name.
var Optional = map[string]func(ctrl.Manager) error{"nodes": Nodes}

// Later is handed to who sets it up when it is needed.
type Later struct{ inert.Reconciler }

// SetUp sets it up.
func (r *Later) SetUp(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}

// Register has a controller set up later.
func Register(a *each.All) { a.Add(&Later{}) }
