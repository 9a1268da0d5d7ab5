// Package policy sets up controllers by functions and by a method, with the limits they are handed and without.
package policy

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// Setup adds the policy controller to mgr.
func Setup(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("policy").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime()).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}

// SetupRule adds the rule controller to mgr, with a number of workers of its own.
func SetupRule(mgr ctrl.Manager, o limits.Options, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("rule").
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: NewBackOff(), MaxConcurrentReconciles: workers}).
		Complete(limits.NewReconciler(&inert.Reconciler{Client: mgr.GetClient()}, o.Global))
}

// NewBackOff returns the back-off of one controller, here or in another package.
func NewBackOff() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute)
}

// A Binding sets up the controller of bindings.
type Binding struct {
	Options limits.Options
}

// SetupWithManager adds the binding controller to mgr.
func (b *Binding) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("binding").
		For(&corev1.Pod{}).
		WithOptions(b.Options.ForControllerRuntime()).
		Complete(&inert.Reconciler{Client: mgr.GetClient()}) // want RL1002:"binding"
}
