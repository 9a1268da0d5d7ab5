package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

// configured has a number of workers that it forgets, and heeded one that it passes on.
type configured[T client.Object] struct {
	client.Client
	MaxConcurrentReconciles int
}

func newConfigured[T client.Object](c client.Client, workers int) *configured[T] {
	r := &configured[T]{Client: c, MaxConcurrentReconciles: 1}
	if workers > 0 {
		r.MaxConcurrentReconciles = workers
	}
	return r
}

func (r *configured[T]) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *configured[T]) SetupWithManager(mgr ctrl.Manager) error { // want RL2006:"configured.MaxConcurrentReconciles is set, and nothing reads it: the controller has the default, whatever it says; pass it on with WithOptions"
	return ctrl.NewControllerManagedBy(mgr).Named("configured").For(&corev1.Service{}).WithOptions(controller.Options{}).Complete(r) // want RL7003:"this controller never runs"
}

type heeded[T client.Object] struct {
	client.Client
	MaxConcurrentReconciles int
}

func (r *heeded[T]) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *heeded[T]) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).Named("heeded").For(&corev1.Endpoints{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.MaxConcurrentReconciles}).Complete(r) // want RL7003:"this controller never runs"
}
