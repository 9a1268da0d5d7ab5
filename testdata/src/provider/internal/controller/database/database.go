// Package database reconciles databases. They are slow, so somebody gave them
// fewer workers, and with options of their own the back-off was lost.
package database

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	ctrl "sigs.k8s.io/controller-runtime"
	kcontroller "sigs.k8s.io/controller-runtime/pkg/controller"

	"example.org/provider-store/apis/v1alpha1"
	"example.org/provider-store/internal/cloud"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := managed.ControllerName(v1alpha1.DatabaseKind.GroupKind().String())

	r := managed.NewReconciler(mgr, resource.ManagedKind(v1alpha1.DatabaseKind),
		managed.WithExternalConnector(cloud.Connector{}),
		managed.WithLogger(o.Logger.WithValues("controller", name)),
		managed.WithPollInterval(o.PollInterval))

	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(kcontroller.Options{
			MaxConcurrentReconciles: 2, // want RL1003:"2"
		}).
		For(&v1alpha1.Database{}).
		Complete(ratelimiter.NewReconciler(name, r, o.GlobalRateLimiter)) // want RL1001:"retried after 5 ms"
}
