// Package usages sets up one controller whose reconciler is the library's own. Other controllers may decide what is said of that.
package usages

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/providerconfig"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	of := resource.ProviderConfigKinds{
		Config:    corev1.SchemeGroupVersion.WithKind("ProviderConfig"),
		UsageList: corev1.SchemeGroupVersion.WithKind("ProviderConfigUsageList"),
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("providerconfig/usages").
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.Service{}).
		// held RL1002:"no main package that was analysed leads there, so nobody knows whether o.GlobalRateLimiter is set"
		Complete(providerconfig.NewReconciler(mgr, of)) // want RL1002:"usages never asks"
}
