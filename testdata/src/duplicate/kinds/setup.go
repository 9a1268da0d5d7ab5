// Package kinds sets up several reconcilers of one kind in a loop: whether a manager refuses the second for its name,
// main decides. The finding is that of the main which has names looked at.
package kinds

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type labels struct{}

func (*labels) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

type taints struct{}

func (*taints) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// Setup sets up both.
func Setup(mgr ctrl.Manager) error {
	for _, r := range []reconcile.Reconciler{&labels{}, &taints{}} {
		if err := ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).Complete(r); err != nil { // want RL2002:"controller core/v1.Node has the name of another controller of the manager"
			return err
		}
	}
	return nil
}
