// Package pods has a step of its own, and embeds the others.
package pods

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/passstate/template/base"
)

var seen = make(map[string]int)

// Reconciler renders pods.
type Reconciler struct{ *base.Pass }

// New returns a reconciler.
func New() *Reconciler {
	r := &Reconciler{}
	r.Pass = base.NewPass(r)
	return r
}

// Reconcile makes a pass.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.Run(ctx, req.Name)
}

// Render is its own step.
func (r *Reconciler) Render(_ context.Context, name string) error {
	seen[name]++ // want RL4011:"Reconcile writes into the map variable seen without a lock.*reached by pods.Reconciler.Reconcile → base.Pass.Run → pods.Reconciler.Render"
	return nil
}
