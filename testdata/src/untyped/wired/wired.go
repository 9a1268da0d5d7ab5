// Package wired has one controller with every limit, and one with none.
package wired

import (
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/untyped/inert"
)

// Setup adds a limited controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := "managed/wired"
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.ConfigMap{}).
		Complete(ratelimiter.NewReconciler(name, &inert.Reconciler{}, o.GlobalRateLimiter))
}

// SetupBare adds a controller without limits to mgr.
func SetupBare(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("managed/bare").
		For(&corev1.Secret{}).
		Complete(&inert.Reconciler{}) // want RL1001:"v0.14[0-9.]+ .*bucket of 10 a second" RL1002:"never ask"
}
