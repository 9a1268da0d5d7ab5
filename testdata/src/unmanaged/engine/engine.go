// Package engine starts controllers that the manager does not run.
package engine

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// An Engine starts controllers.
type Engine struct {
	mgr           ctrl.Manager
	newController constructor
}

// New returns an engine that makes controllers with controller-runtime's
// constructor.
func New(mgr ctrl.Manager) *Engine {
	return &Engine{mgr: mgr, newController: controller.NewUnmanaged}
}

// Setup adds a controller that starts another one each time it is called.
func Setup(mgr ctrl.Manager, o limits.Options, e *Engine) error {
	r := &definition{engine: e, options: o}
	return ctrl.NewControllerManagedBy(mgr).
		Named("definition").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(r, o.Global))
}

// definition starts the controller that the object it reconciles defines.
type definition struct {
	engine  *Engine
	options limits.Options
}

// Reconcile starts two controllers, of which one has no middleware.
func (d *definition) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	wrapped := d.options.ForControllerRuntime()
	wrapped.Reconciler = limits.NewReconciler(&inert.Reconciler{}, d.options.Global)
	if err := d.engine.start(ctx, "composite/"+req.Name, wrapped); err != nil {
		return reconcile.Result{}, err
	}
	bare := d.options.ForControllerRuntime()
	bare.Reconciler = &inert.Reconciler{}
	return reconcile.Result{}, d.engine.start(ctx, "claim/"+req.Name, bare)
}

// StartDirect starts a controller without an engine.
func StartDirect(ctx context.Context, mgr ctrl.Manager, o limits.Options) error {
	c, err := newUnmanaged("direct", mgr, controller.Options{ // want RL1001:""
		MaxConcurrentReconciles: o.MaxConcurrentReconciles,
		Reconciler:              limits.NewReconciler(&inert.Reconciler{}, o.Global),
	})
	if err != nil {
		return err
	}
	return c.Start(ctx)
}
