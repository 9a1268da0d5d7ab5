// Package wired uses everything that crossplane-runtime offers.
package wired

import (
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane1/inert"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := "managed/wired"
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.ConfigMap{}).
		Complete(ratelimiter.NewReconciler(name, &inert.Reconciler{}, o.GlobalRateLimiter))
}
