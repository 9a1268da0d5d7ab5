package test

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// BucketReconciler stands for a reconciler of the program.
type BucketReconciler struct{}

func (r *BucketReconciler) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

// SetupWithManager builds the controller under the limits that main made.
func (r *BucketReconciler) SetupWithManager(mgr ctrl.Manager, limits *ratelimiter.Limits) error {
	return ratelimiter.Complete(
		ctrl.NewControllerManagedBy(mgr).
			For(&corev1.ConfigMap{}),
		r, limits,
		ratelimiter.WithQueue(priority.Queue[ctrl.Request]),
	)
}

var _ = (&BucketReconciler{}).SetupWithManager
