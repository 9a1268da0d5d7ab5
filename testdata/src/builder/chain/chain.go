// Package chain builds controllers in other ways than one chain of calls.
package chain

import (
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// SetupVariable reassigns the builder under a condition.
func SetupVariable(mgr ctrl.Manager, o limits.Options, owns bool) error {
	b := ctrl.NewControllerManagedBy(mgr).
		Named("variable").
		For(&corev1.ConfigMap{}).
		WithOptions(o.ForControllerRuntime())
	if owns {
		b = b.Owns(&corev1.Secret{})
	}
	return b.Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupBranches completes one builder in two branches, of which one forgets the
// middleware.
func SetupBranches(mgr ctrl.Manager, o limits.Options, owns bool) error {
	builder := ctrl.NewControllerManagedBy(mgr).
		Named("branches").
		For(&corev1.Secret{}).
		WithOptions(o.ForControllerRuntime())
	if owns {
		return builder.Owns(&corev1.Pod{}).Complete(&inert.Reconciler{}) // want RL1002:"never ask"
	}
	return builder.Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupThrough passes the builder through functions that return it.
func SetupThrough(mgr ctrl.Manager, o limits.Options) error {
	b := named(ctrl.NewControllerManagedBy(mgr), "through")
	b = limited(b, o)
	c, err := b.Build(limits.NewReconciler(&inert.Reconciler{}, o.Global))
	if err != nil {
		return err
	}
	return mgr.Add(c)
}

func named(b *builder.Builder, name string) *builder.Builder {
	return b.Named(name).For(&corev1.Service{})
}

func limited(b *builder.Builder, o limits.Options) *builder.Builder {
	b.WithOptions(o.ForControllerRuntime())
	return b
}

// SetupTransformed applies a slice of changes to the builder.
func SetupTransformed(mgr ctrl.Manager, o limits.Options) error {
	b := ctrl.NewControllerManagedBy(mgr).Named("transformed").For(&corev1.Pod{})
	for _, change := range []func(*builder.Builder) *builder.Builder{
		func(b *builder.Builder) *builder.Builder { return b.Owns(&corev1.Secret{}) },
		func(b *builder.Builder) *builder.Builder { return b.WithOptions(o.ForControllerRuntime()) },
	} {
		b = change(b)
	}
	return b.Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global))
}

// SetupConditional gives the builder its options on one path only.
func SetupConditional(mgr ctrl.Manager, o limits.Options, limit bool) error {
	b := ctrl.NewControllerManagedBy(mgr).Named("conditional").For(&corev1.Node{})
	if limit {
		b = b.WithOptions(o.ForControllerRuntime())
	}
	return b.Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

// SetupReplaced calls WithOptions twice: the second call drops the first.
func SetupReplaced(mgr ctrl.Manager, o limits.Options) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("replaced").
		For(&corev1.Namespace{}).
		WithOptions(o.ForControllerRuntime()). // want RL2006:"the builder keeps only the options of its last WithOptions, at line 86"
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, o.Global)) // want RL1001:"retried after 5 ms"
}

// A Builder adds to controller-runtime's.
type Builder struct {
	builder *builder.Builder
	options controller.Options
	limits  limits.Options
}

// NewBuilder returns a builder of a controller of mgr.
func NewBuilder(mgr ctrl.Manager, o limits.Options) *Builder {
	return &Builder{builder: ctrl.NewControllerManagedBy(mgr), limits: o}
}

// WithOptions sets the options of the controller.
func (b *Builder) WithOptions(o controller.Options) *Builder {
	b.options = o
	return b
}

// Named names the controller.
func (b *Builder) Named(name string) *Builder {
	b.builder = b.builder.Named(name).For(&corev1.Endpoints{})
	return b
}

// Complete adds the controller, wrapped, with options or without.
func (b *Builder) Complete(r *inert.Reconciler) error {
	if b.options.RateLimiter == nil {
		b.options.RateLimiter = limits.NewController()
	}
	return b.builder.WithOptions(b.options).Complete(limits.NewReconciler(r, b.limits.Global))
}

// SetupWrapped adds controllers by way of a builder of its own.
func SetupWrapped(mgr ctrl.Manager, o limits.Options) error {
	return NewBuilder(mgr, o).
		Named("wrapped").
		WithOptions(controller.Options{MaxConcurrentReconciles: o.MaxConcurrentReconciles}).
		Complete(&inert.Reconciler{})
}
