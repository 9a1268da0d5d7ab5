// Package embedded has options of its own, around those of crossplane-runtime,
// and a wrapper of its own around the middleware.
package embedded

import (
	"context"

	"github.com/crossplane/crossplane-runtime/pkg/controller"
	"github.com/crossplane/crossplane-runtime/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/crossplane1/inert"
)

// Options adds a namespace to those of crossplane-runtime.
type Options struct {
	controller.Options
	Namespace string
}

// errorCondition adds nothing to what it wraps.
type errorCondition struct {
	reconciler reconcile.Reconciler
	client     any
}

// Reconcile calls the wrapped reconciler.
func (r errorCondition) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	return r.reconciler.Reconcile(ctx, req)
}

// Setup adds two controllers to mgr.
func Setup(mgr ctrl.Manager, o Options) error {
	r := errorCondition{
		reconciler: ratelimiter.NewReconciler("embedded", &inert.Reconciler{}, o.GlobalRateLimiter),
		client:     mgr.GetClient(),
	}
	b := ctrl.NewControllerManagedBy(mgr).Named("embedded").For(&corev1.Pod{}).WithOptions(o.ForControllerRuntime())
	if err := b.Complete(r); err != nil {
		return err
	}

	bare := errorCondition{reconciler: &inert.Reconciler{}, client: mgr.GetClient()}
	return ctrl.NewControllerManagedBy(mgr).
		Named("bare").
		For(&corev1.Node{}).
		WithOptions(o.Options.ForControllerRuntime()).
		Complete(bare) // want RL1002:"never ask"
}
