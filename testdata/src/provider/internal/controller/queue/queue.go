// Package queue reconciles queues. It was added late, and copied from a
// controller that knew no middleware.
package queue

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	ctrl "sigs.k8s.io/controller-runtime"

	"example.org/provider-store/apis/v1alpha1"
	"example.org/provider-store/internal/cloud"
)

// Setup adds the controller to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	name := managed.ControllerName(v1alpha1.QueueKind.GroupKind().String())

	r := managed.NewReconciler(mgr, resource.ManagedKind(v1alpha1.QueueKind),
		managed.WithExternalConnector(cloud.Connector{}),
		managed.WithLogger(o.Logger.WithValues("controller", name)),
		managed.WithPollInterval(o.PollInterval))

	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(o.ForControllerRuntime()).
		For(&v1alpha1.Queue{}).
		Complete(r) // want RL1002:"never ask"
}
