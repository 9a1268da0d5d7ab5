// Package registrar sets up controllers with options that it was given in
// fields.
package registrar

import (
	"golang.org/x/time/rate"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/inert"
	"rllint.test/limits"
)

// A Registrar keeps options in fields.
type Registrar struct {
	mgr     ctrl.Manager
	options controller.Options
	global  *rate.Limiter
}

// New returns a registrar that adds controllers to mgr.
func New(mgr ctrl.Manager, options controller.Options, global *rate.Limiter) *Registrar {
	r := &Registrar{mgr: mgr}
	r.options = options
	r.global = global
	return r
}

// AddQueue adds a controller.
func (r *Registrar) AddQueue() error {
	return ctrl.NewControllerManagedBy(r.mgr).
		Named("queue").
		For(&corev1.ConfigMap{}).
		WithOptions(r.options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, r.global))
}

// AddTopic adds a controller.
func (r *Registrar) AddTopic() error {
	return ctrl.NewControllerManagedBy(r.mgr).
		Named("topic").
		For(&corev1.Secret{}).
		WithOptions(r.options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, r.global))
}

// AddTable adds a controller with the options it is given.
func AddTable(mgr ctrl.Manager, options controller.Options, global *rate.Limiter) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("table").
		For(&corev1.Service{}).
		WithOptions(options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, global))
}

// Embedding embeds options and a manager.
type Embedding struct {
	ctrl.Manager
	controller.Options
	Global *rate.Limiter
}

// AddBucket adds a controller.
func (e *Embedding) AddBucket() error {
	return ctrl.NewControllerManagedBy(e).
		Named("bucket").
		For(&corev1.Pod{}).
		WithOptions(e.Options).
		Complete(limits.NewReconciler(&inert.Reconciler{}, e.Global))
}

// Settings holds options two structs deep.
type Settings struct {
	Global      *rate.Limiter
	Controllers struct {
		Job controller.Options
	}
}

// AddJob adds two controllers, of which one has fewer options.
func AddJob(mgr ctrl.Manager, s *Settings) error {
	job := s.Controllers.Job
	if err := ctrl.NewControllerManagedBy(mgr).
		Named("job").
		For(&corev1.Node{}).
		WithOptions(job).
		Complete(limits.NewReconciler(&inert.Reconciler{}, s.Global)); err != nil {
		return err
	}
	return ctrl.NewControllerManagedBy(mgr).
		Named("cronjob").
		For(&corev1.Namespace{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: job.MaxConcurrentReconciles}).
		Complete(limits.NewReconciler(&inert.Reconciler{}, s.Global)) // want RL1001:"retried after 5 ms"
}
