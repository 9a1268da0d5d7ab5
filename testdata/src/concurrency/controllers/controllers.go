// Package controllers holds reconcilers that are handed the whole options.
package controllers

import (
	"context"

	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"rllint.test/inert"
	"rllint.test/limits"
)

// ClusterReconciler reconciles clusters.
type ClusterReconciler struct {
	client.Client
	inert.Reconciler
	Global *rate.Limiter

	controller controller.Controller
}

// SetupWithManager adds the controller to mgr, and keeps it.
func (r *ClusterReconciler) SetupWithManager(_ context.Context, mgr ctrl.Manager, options controller.Options) error {
	c, err := ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Namespace{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})). // want RL7001:"a Namespace "
		WithOptions(options).
		WithEventFilter(predicate.ResourceVersionChangedPredicate{}).
		Build(limits.NewReconciler(&r.Reconciler, r.Global))
	if err != nil {
		return err
	}
	r.controller = c
	return nil
}

// MachineReconciler reconciles machines.
type MachineReconciler struct {
	inert.Reconciler
	Global *rate.Limiter
}

// SetupWithManager adds two controllers to mgr, of which one forgets the
// middleware.
func (r *MachineReconciler) SetupWithManager(_ context.Context, mgr ctrl.Manager, options controller.Options) error {
	if err := ctrl.NewControllerManagedBy(mgr).
		For(&corev1.Node{}).
		WithOptions(options).
		Complete(limits.NewReconciler(r, r.Global)); err != nil {
		return err
	}
	err := ctrl.NewControllerManagedBy(mgr).
		Named("machine-status").
		For(&corev1.Pod{}).
		WithOptions(options).
		Complete(r) // want RL1002:"never ask"
	return err
}

// TemplateReconciler reconciles templates.
type TemplateReconciler struct {
	inert.Reconciler
	Global *rate.Limiter
}

// SetupWithManager adds the controller to mgr.
func (r *TemplateReconciler) SetupWithManager(_ context.Context, mgr ctrl.Manager, options controller.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&corev1.ConfigMap{}).
		WithOptions(options).
		Complete(limits.NewReconciler(r, r.Global))
}
