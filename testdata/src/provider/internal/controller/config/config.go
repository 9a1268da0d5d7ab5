// Package config reconciles provider configs, and takes nothing from its
// options but the logger.
package config

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/providerconfig"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	ctrl "sigs.k8s.io/controller-runtime"

	"example.org/provider-store/apis/v1alpha1"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := providerconfig.ControllerName(v1alpha1.ProviderConfigKind.GroupKind().String())

	r := providerconfig.NewReconciler(mgr, resource.ProviderConfigKinds{
		Config:    v1alpha1.ProviderConfigKind,
		Usage:     v1alpha1.ProviderConfigUsageKind,
		UsageList: v1alpha1.GroupVersion.WithKind("ProviderConfigUsageList"),
	}, providerconfig.WithLogger(o.Logger.WithValues("controller", name)))

	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&v1alpha1.ProviderConfig{}).
		Complete(r) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}
