// Package library has no main package among those analysed: what its callers
// decide is unknown, and what it decides itself is reported.
package library

import (
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// AddGiven adds a controller of which the caller decides everything.
func AddGiven(mgr ctrl.Manager, o controller.Options, r reconcile.Reconciler) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("given").
		For(&corev1.ConfigMap{}).
		WithOptions(o).
		Complete(r)
}

// AddNew adds a controller whose number of workers the manager decides.
func AddNew(mgr ctrl.Manager, global *rate.Limiter) error {
	_, err := controller.New("new", mgr, controller.Options{
		Reconciler:  limits.NewReconciler(&inert.Reconciler{}, global),
		RateLimiter: limits.NewController(),
	})
	return err
}

// AddPartial adds a controller of which the caller decides the number of
// workers only.
func AddPartial(mgr ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("partial").
		For(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&inert.Reconciler{}) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}

// AddFixed adds a controller with constants only.
func AddFixed(mgr ctrl.Manager) error {
	c, err := controller.New("fixed", mgr, controller.Options{ // want RL1001:"retried after 5 ms" RL1002:"never ask"
		Reconciler:              &inert.Reconciler{},
		MaxConcurrentReconciles: 2, // want RL1003:"2 worker"
	})
	if err != nil {
		return err
	}
	return mgr.Add(c)
}

// unused adds a controller, and nothing calls it.
func unused(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("unused").
		For(&corev1.Pod{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

var _ = unused
