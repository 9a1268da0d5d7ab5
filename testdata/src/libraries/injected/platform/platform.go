// Package platform makes what controllers are built with.
package platform

import (
	"time"

	"go.uber.org/fx"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Rate is the maximum reconcile rate of the program.
type Rate struct{ PerSecond int }

// Topics says how topics are reconciled.
type Topics struct{ Workers int }

// Limits is what NewLimits provides.
type Limits struct {
	fx.Out

	Queue *Queue
}

// Queue limits the retries of all controllers.
type Queue struct {
	Limiter workqueue.TypedRateLimiter[reconcile.Request]
	Workers int
}

// NewLimits returns the limits that a rate stands for.
func NewLimits(r Rate) Limits {
	return Limits{Queue: &Queue{
		Limiter: workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, time.Minute),
		Workers: r.PerSecond,
	}}
}

// NewManager returns the program's manager.
func NewManager() (ctrl.Manager, error) {
	return ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Controller: config.Controller{MaxConcurrentReconciles: 7},
	})
}

// Start starts the manager.
func Start(mgr ctrl.Manager) error { return mgr.Start(ctrl.SetupSignalHandler()) }
