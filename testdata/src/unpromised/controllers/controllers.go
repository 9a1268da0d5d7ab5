// Package controllers knows of no rate: what its controllers lack is for main to know.
package controllers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

// An Admiral has five workers, whatever anybody says.
type Admiral struct{}

// Reconcile does nothing.
func (*Admiral) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager adds the controller to mgr.
func (r *Admiral) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("admiral").
		For(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 5}).
		Complete(r)
}

// A Captain has as many workers as it is told.
type Captain struct{ Workers int }

// Reconcile does nothing.
func (*Captain) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager adds the controller to mgr.
func (r *Captain) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("captain").
		For(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: r.Workers}).
		Complete(r)
}

// A Sailor has one worker.
type Sailor struct{}

// Reconcile does nothing.
func (*Sailor) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager adds the controller to mgr.
func (r *Sailor) SetupWithManager(mgr ctrl.Manager) error {
	//rllint:ignore RL1002 a directive is of use as soon as the program has a rate
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Service{}).Complete(r)
}
