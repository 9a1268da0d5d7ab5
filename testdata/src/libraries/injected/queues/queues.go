// Package queues has set-up functions that say with their parameters what they need.
package queues

import (
	"context"

	"go.uber.org/fx"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"rllint.test/libraries/injected/platform"
)

// Module has all controllers.
var Module = fx.Options(
	fx.Invoke(setupQueue, setupTopic),
	fx.Invoke(setupPlain),
)

// topicParams are the parameters of setupTopic.
type topicParams struct {
	fx.In

	Manager ctrl.Manager
	Queue   *platform.Queue
	Topics  platform.Topics
}

func setupQueue(mgr ctrl.Manager, q *platform.Queue) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("queue").
		For(&corev1.Pod{}).
		WithOptions(controller.Options{RateLimiter: q.Limiter, MaxConcurrentReconciles: q.Workers}).
		Complete(&reconciler{})
}

func setupTopic(p topicParams) error {
	return ctrl.NewControllerManagedBy(p.Manager).
		Named("topic").
		For(&corev1.Secret{}).
		WithOptions(controller.Options{RateLimiter: p.Queue.Limiter, MaxConcurrentReconciles: p.Topics.Workers}).
		Complete(&reconciler{})
}

func setupPlain(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("plain").
		For(&corev1.Service{}).
		Complete(&reconciler{})
}

type reconciler struct{}

func (*reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}
