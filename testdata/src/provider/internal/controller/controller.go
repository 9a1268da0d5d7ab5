// Package controller sets up every controller of the provider.
package controller

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	ctrl "sigs.k8s.io/controller-runtime"

	"example.org/provider-store/internal/controller/bucket"
	"example.org/provider-store/internal/controller/config"
	"example.org/provider-store/internal/controller/database"
	"example.org/provider-store/internal/controller/queue"
)

// Setup adds the controllers to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	for _, setup := range []func(ctrl.Manager, controller.Options) error{
		config.Setup,
		bucket.Setup,
		database.Setup,
		queue.Setup,
	} {
		if err := setup(mgr, o); err != nil {
			return err
		}
	}
	return nil
}
