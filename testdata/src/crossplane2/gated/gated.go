// Package gated registers one callback for each of several set-up functions,
// with options that it changes first.
package gated

import (
	"github.com/crossplane/crossplane-runtime/v2/pkg/controller"
	"github.com/crossplane/crossplane-runtime/v2/pkg/ratelimiter"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"rllint.test/crossplane2/inert"
)

// SetupAll adds three controllers to mgr once their kinds are served.
func SetupAll(mgr ctrl.Manager, o controller.Options) error {
	slow := o
	slow.MaxConcurrentReconciles = 1 // want RL1003:"2 controllers .service, slow. run 1 worker"
	register(o.Gate, func() error { return setup(mgr, o, "pod", &corev1.Pod{}) }, "Pod")
	register(o.Gate, func() error { return setup(mgr, slow, "service", &corev1.Service{}) }, "Service")
	register(o.Gate, func() error { return setupSlow(mgr, slow) }, "Node")
	return nil
}

func register(gate controller.Gate, setup func() error, kind string) {
	gate.Register(func() {
		if err := setup(); err != nil {
			panic(err)
		}
	}, schema.GroupVersionKind{Version: "v1", Kind: kind})
}

func setup(mgr ctrl.Manager, o controller.Options, name string, kind client.Object) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		WithOptions(o.ForControllerRuntime()).
		For(kind).
		Complete(ratelimiter.NewReconciler(name, &inert.Reconciler{}, o.GlobalRateLimiter))
}

func setupSlow(mgr ctrl.Manager, o controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("slow").
		WithOptions(o.ForControllerRuntime()).
		For(&corev1.Node{}).
		Complete(ratelimiter.NewReconciler("slow", &inert.Reconciler{}, o.GlobalRateLimiter))
}
