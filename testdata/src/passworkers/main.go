// Command passworkers has two controllers with one worker, the constant 1. One keeps state of a request in its reconciler: more workers are not
// safe there.
package main

import (
	"context"
	"flag"
	"log"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
)

func main() {
	maxReconcileRate := flag.Int("max-reconcile-rate", 10, "reconciles per second of all controllers")
	flag.Parse()

	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{}) // want RL1004:"client of this manager"
	check(err)
	global := limits.NewGlobal(*maxReconcileRate)
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).
		WithOptions(controller.Options{
			RateLimiter:             limits.NewController(),
			MaxConcurrentReconciles: 1, // want RL1003:"starts no more$"
		}).
		Complete(limits.NewReconciler(&stateless{mgr.GetClient()}, global)))
	check(ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).
		WithOptions(controller.Options{
			RateLimiter: limits.NewController(),
			// held RL1003:"the controller keeps state of a request (keeping.name, main.go:54): make it safe for more than one worker first"
			MaxConcurrentReconciles: 1, // want RL1003:"first make it safe for more: it keeps state of a request \\(RL4011\\)$"
		}).
		Complete(limits.NewReconciler(&keeping{Client: mgr.GetClient()}, global)))
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

type stateless struct{ client.Client }

func (r *stateless) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var pod corev1.Pod
	return ctrl.Result{}, client.IgnoreNotFound(r.Get(ctx, req.NamespacedName, &pod))
}

type keeping struct {
	client.Client
	name string
}

func (r *keeping) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.name = req.Name // want RL4011:"in keeping.name"
	return ctrl.Result{}, r.sync(ctx, req.Namespace)
}

func (r *keeping) sync(ctx context.Context, namespace string) error {
	var secret corev1.Secret
	return client.IgnoreNotFound(r.Get(ctx, client.ObjectKey{Namespace: namespace, Name: r.name}, &secret))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
