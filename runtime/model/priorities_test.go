//go:build go1.25 && priorities

package model

import (
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// optionsOf are those of a limited controller where controllers have priorities by default: it keeps them.
func optionsOf(limited *ratelimiter.Reconciler[reconcile.Request]) controller.Options {
	return priority.ControllerOptions(limited)
}
