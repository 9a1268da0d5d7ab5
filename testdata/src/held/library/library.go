// Package library has set-up functions that several programs call, not all of which fill the options. A comment
// above a finding says why its fix is not made.
package library

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Options has the limits behind a pointer.
type Options struct{ Limits *limits.Options }

// Setup is called by a program that sets the limiter and by one that does not.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("some").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime()).
		// held RL1002:"rllint.test/held/cmd/forgets is not known to set o.Global"
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// SetupSet is called by programs that set it.
func SetupSet(mgr ctrl.Manager, o Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("set").
		For(&corev1.ConfigMap{}).
		WithOptions(o.Limits.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// SetupNil is called with a pointer that is nil.
func SetupNil(mgr ctrl.Manager, o *limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("nil").
		For(&corev1.Node{}).
		// held RL1001:"rllint.test/held/cmd/forgets is not known to set o"
		// held RL1002:"rllint.test/held/cmd/forgets is not known to set o.Global"
		Complete(&inert.Reconciler{}) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}

// SetupSometimes is called with a limiter that a flag turns off.
func SetupSometimes(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("sometimes").
		For(&corev1.Service{}).
		WithOptions(o.ForControllerRuntime()).
		// held RL1002:"rllint.test/held/cmd/sets is not known to set o.Global"
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}

// SetupUncalled is called by nobody here.
func SetupUncalled(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("uncalled").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		// held RL1002:"no main package that was analysed leads there, so nobody knows whether o.Global is set"
		Complete(&inert.Reconciler{}) // want RL1002:"never ask" RL7003:"nothing in the program calls library.SetupUncalled"
}

// SetupOwn makes the limiter that its fix uses, whoever calls it.
func SetupOwn(mgr ctrl.Manager, rate int) error {
	o := limits.NewOptions(rate)
	return ctrl.NewControllerManagedBy(mgr).
		Named("own").
		For(&corev1.Endpoints{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(&inert.Reconciler{}) // want RL1002:"never ask"
}
