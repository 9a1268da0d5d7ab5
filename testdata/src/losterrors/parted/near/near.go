// Package near has a reconciler that knows package far as an interface alone.
package near

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Finder finds pods.
type Finder interface {
	Find(ctx context.Context, key client.ObjectKey) (*corev1.Pod, error)
}

// Reconciler asks whether there is a pod.
type Reconciler struct {
	client.Client
	Finder Finder
}

// Reconcile makes a pod where there is none.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	pod, err := r.Finder.Find(ctx, req.NamespacedName)
	if err != nil || pod != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.Create(ctx, &corev1.Pod{})
}
