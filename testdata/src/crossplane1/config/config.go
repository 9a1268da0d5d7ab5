// Package config wraps a real ProviderConfig reconciler and forgets its options.
package config

import (
	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	"github.com/crossplane/crossplane-runtime/pkg/reconciler/providerconfig"
	"github.com/crossplane/crossplane-runtime/pkg/resource"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := providerconfig.ControllerName("ProviderConfig")
	of := resource.ProviderConfigKinds{
		Config:    corev1.SchemeGroupVersion.WithKind("ProviderConfig"),
		UsageList: corev1.SchemeGroupVersion.WithKind("ProviderConfigUsageList"),
	}
	r := providerconfig.NewReconciler(mgr, of, providerconfig.WithLogger(o.Logger.WithValues("controller", name)))
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.Service{}).
		Watches(&corev1.Endpoints{}, &resource.EnqueueRequestForProviderConfig{}).
		Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter)) // want RL1001:"retried after 5 ms"
}
