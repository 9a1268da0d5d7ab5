// Package gathered calls set-up functions of other packages. Of one of them the controller is followed again, of the other not.
package gathered

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/crossplane2/gathered/usages"
	"rllint.test/crossplane2/wired"
)

// Setup adds all controllers to mgr.
func Setup(mgr ctrl.Manager, o controller.Options) error {
	if err := wired.Setup(mgr, o); err != nil {
		return err
	}
	return usages.Setup(mgr, o)
}
