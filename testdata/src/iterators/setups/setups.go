// Package setups has a controller for each way to reach it. None is limited.
package setups

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A Func sets up a controller.
type Func func(ctrl.Manager, limits.Options) error

// Value sets up a controller.
func Value(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ConfigMap{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// All sets up a controller.
func All(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Backward sets up a controller.
func Backward(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// MapValue sets up a controller.
func MapValue(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// MapAll sets up a controller.
func MapAll(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Sorted sets up a controller.
func Sorted(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Namespace{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Collected sets up a controller.
func Collected(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Endpoints{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Own sets up a controller.
func Own(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Event{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Filtered sets up a controller.
func Filtered(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.ServiceAccount{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Chunked sets up a controller.
func Chunked(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.LimitRange{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// Registered sets up a controller.
func Registered(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.PersistentVolume{}).WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
