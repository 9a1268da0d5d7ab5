// Package engine takes functional options.
package engine

import (
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/inert"
	"rllint.test/limits"
)

// An Option changes the options of a controller.
type Option func(*controller.Options)

// WithWorkers sets the number of workers.
func WithWorkers(n int) Option {
	return func(o *controller.Options) { o.MaxConcurrentReconciles = n }
}

// WithLimiter sets the limiter of the queue.
func WithLimiter(l workqueue.TypedRateLimiter[reconcile.Request]) Option {
	return func(o *controller.Options) { o.RateLimiter = l }
}

// SetupQueue adds a controller to mgr.
func SetupQueue(mgr ctrl.Manager, global *rate.Limiter, opts ...Option) error {
	o := controller.Options{}
	for _, opt := range opts {
		opt(&o)
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(o).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupTopic adds a controller to mgr.
func SetupTopic(mgr ctrl.Manager, global *rate.Limiter, opts ...Option) error {
	o := apply(opts)
	return ctrl.NewControllerManagedBy(mgr).
		Named("topic").
		For(&corev1.Secret{}).
		WithOptions(*o).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// SetupTable adds a controller to mgr.
func SetupTable(mgr ctrl.Manager, global *rate.Limiter, opts ...Option) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("table").
		For(&corev1.Service{}).
		WithOptions(*apply(opts)).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

func apply(opts []Option) *controller.Options {
	o := &controller.Options{}
	for i := range opts {
		opts[i](o)
	}
	return o
}

// An Engine sets up controllers when it is started.
type Engine struct {
	mgr     ctrl.Manager
	global  *rate.Limiter
	workers int
	limiter func() workqueue.TypedRateLimiter[reconcile.Request]
}

// An EngineOption changes an engine.
type EngineOption func(*Engine)

// WithGlobal sets the limiter of all reconcilers.
func WithGlobal(global *rate.Limiter) EngineOption { return func(e *Engine) { e.global = global } }

// WithMaxReconcileRate sets the number of workers.
func WithMaxReconcileRate(n int) EngineOption { return func(e *Engine) { e.workers = n } }

// New returns an engine that adds its controllers to mgr.
func New(mgr ctrl.Manager, opts ...EngineOption) *Engine {
	e := &Engine{mgr: mgr, limiter: limits.NewController}
	for _, opt := range opts {
		opt(e)
	}
	return e
}

// Start adds two controllers, of which one has no options.
func (e *Engine) Start() error {
	err := ctrl.NewControllerManagedBy(e.mgr).
		Named("pod").
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: e.workers, RateLimiter: e.limiter()}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, e.global))
	if err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(e.mgr).
		Named("node").
		For(&corev1.Node{}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, e.global)) // want RL1001:"retried after 5 ms"
}
