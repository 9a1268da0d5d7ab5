// Package assembly has builders with the methods of controller-runtime's.
package assembly

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// An Assembly builds something else.
type Assembly struct{ name string }

// NewAssembly returns an assembly.
func NewAssembly() *Assembly { return &Assembly{} }

// Named names the assembly.
func (a *Assembly) Named(name string) *Assembly {
	a.name = name
	return a
}

// WithOptions changes nothing.
func (a *Assembly) WithOptions(any) *Assembly { return a }

// Complete calls r once.
func (a *Assembly) Complete(r reconcile.Reconciler) error {
	_, err := r.Reconcile(context.Background(), reconcile.Request{})
	return err
}

// New returns a reconciler for an assembly.
func New() reconcile.Reconciler {
	return reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		return reconcile.Result{}, nil
	})
}

// Build makes what controller-runtime has constructors of the same names for.
func Build(mgr ctrl.Manager) error {
	c, err := cluster.New(mgr.GetConfig())
	if err != nil {
		return err
	}
	if _, err := client.New(mgr.GetConfig(), client.Options{}); err != nil {
		return err
	}
	_ = predicate.Or(predicate.GenerationChangedPredicate{}, predicate.Funcs{})
	return mgr.Add(c)
}
