package sleeping

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type alone struct{ work }

func (r *alone) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Complete(r)
}

func (r *alone) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute) // want RL4003:"controller core/v1.Pod has 1 worker unless its manager sets more; reached"
	return ctrl.Result{}, nil
}

type staffed struct{ work }

func (r *staffed) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Secret{}).WithOptions(controller.Options{MaxConcurrentReconciles: 3}).Complete(r)
}

func (r *staffed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	time.Sleep(time.Minute) // want RL4003:"controller core/v1.Secret has 3 workers; reached"
	return ctrl.Result{}, nil
}
