// Package queue sets up controllers through an interface's callbacks.
package queue

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A Registerer calls functions later.
type Registerer interface {
	Register(f func(), name string)
}

// Options are limits, and where to wait.
type Options struct {
	limits.Options
	Gate Registerer
}

// SetupGated adds two controllers to mgr once the gate opens.
func SetupGated(mgr ctrl.Manager, o Options) error {
	o.Gate.Register(func() {
		if err := setup(mgr, o, "queue", &corev1.ConfigMap{}); err != nil {
			mgr.GetLogger().Error(err, "unable to set up")
		}
	}, "queues")
	o.Gate.Register(func() {
		err := ctrl.NewControllerManagedBy(mgr).
			Named("deadletter").
			For(&corev1.Secret{}).
			WithOptions(o.ForControllerRuntime()).
			Complete(&inert.Reconciler{}) // want RL1002:"never ask"
		if err != nil {
			mgr.GetLogger().Error(err, "unable to set up")
		}
	}, "deadletters")
	return nil
}

// SetupTopic adds a controller to mgr.
func SetupTopic(mgr ctrl.Manager, o Options) error { return setup(mgr, o, "topic", &corev1.Service{}) }

// SetupPolicy adds a controller to mgr.
func SetupPolicy(mgr ctrl.Manager, o Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("policy").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupTable adds a controller to mgr.
func SetupTable(mgr ctrl.Manager, o Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("table").
		For(&corev1.Node{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupJob adds a controller to mgr.
func SetupJob(mgr ctrl.Manager, o Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("job").
		For(&corev1.Namespace{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

func setup(mgr ctrl.Manager, o Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(kind).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}
