// Package controllers holds reconcilers that set themselves up.
package controllers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// ScaffoldedReconciler is as the scaffold leaves it.
type ScaffoldedReconciler struct {
	client.Client
	Scheme *runtime.Scheme
}

// Reconcile does nothing.
func (r *ScaffoldedReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager adds the controller to mgr.
func (r *ScaffoldedReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		Named("scaffolded").
		Complete(r) // want RL1001:"retried after 5 ms" RL1002:"never ask"
}
