// Package wired sets its controller up once the gate opens, with every limit.
package wired

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/inert"
)

// SetupGated adds the controller to mgr once its kind is served.
func SetupGated(mgr ctrl.Manager, o controller.Options) error {
	o.Gate.Register(func() {
		if err := Setup(mgr, o); err != nil {
			panic(err)
		}
	}, corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	return nil
}

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := "managed/wired"
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.ConfigMap{}).
		Complete(ratelimiter.NewReconciler(name, &inert.Reconciler{}, o.GlobalRateLimiter))
}
