// Package profiles has controllers of one type, which functions that they hold set up.
package profiles

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Controller can be set up.
type Controller interface {
	Setup(ctx context.Context, mgr ctrl.Manager) error
}

type reconciler struct {
	client client.Client
	name   string
	build  func(*ctrl.Builder, reconcile.Reconciler) error
}

// New makes a controller that is not set up yet.
func New() Controller { return &reconciler{name: "plain", build: plain} }

// NewRaw makes another.
func NewRaw() Controller { return &reconciler{name: "raw", build: raw} }

func plain(b *ctrl.Builder, r reconcile.Reconciler) error {
	return b.Named("plain").For(&corev1.Secret{}).Complete(r)
}

func raw(b *ctrl.Builder, r reconcile.Reconciler) error {
	return b.Named("raw").For(&corev1.ConfigMap{}).Complete(r)
}

func (r *reconciler) Setup(_ context.Context, mgr ctrl.Manager) error {
	r.client = mgr.GetClient()
	return r.build(ctrl.NewControllerManagedBy(mgr), r)
}

func (r *reconciler) Reconcile(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}
