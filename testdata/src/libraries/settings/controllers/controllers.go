// Package controllers has set-up functions that read settings of another module.
package controllers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/common/options"
	"rllint.test/common/sizes"
	"rllint.test/common/tuning"
)

// Config is what a controller is configured with.
type Config struct {
	Name string
	options.Options
}

// SetupWorkers reads a variable that viper fills.
func SetupWorkers(mgr ctrl.Manager) error { return setup(mgr, "workers", tuning.Workers) }

// SetupRate reads the maximum reconcile rate.
func SetupRate(mgr ctrl.Manager) error { return setup(mgr, "rate", tuning.MaxReconcileRate) }

// SetupQueue reads a field of a struct that is unmarshalled into.
func SetupQueue(mgr ctrl.Manager) error { return setup(mgr, "queue", tuning.Queue.Workers) }

// SetupFlags is given a part of what flags are bound to.
func SetupFlags(mgr ctrl.Manager, o options.Controllers) error { return setup(mgr, "flags", o.Workers) }

// SetupNested is given it within something else.
func SetupNested(mgr ctrl.Manager, c Config) error { return setup(mgr, c.Name, c.Controllers.Workers) }

// SetupEnvironment is given the number itself.
func SetupEnvironment(mgr ctrl.Manager, workers int) error { return setup(mgr, "environment", workers) }

// SetupSize takes the number from a package that go.mod replaces by a folder and that imports nothing.
func SetupSize(mgr ctrl.Manager) error { return setup(mgr, "size", sizes.Small().Workers) } // want RL1003:"controller size runs 4 workers"

func setup(mgr ctrl.Manager, name string, workers int) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named(name).
		For(&corev1.Pod{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(&reconciler{}) // want RL1001:"7 controllers" RL1002:"7 controllers"
}

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}
