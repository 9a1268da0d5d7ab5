package requeueerror

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// imported has Results that nothing but they need an import for.
type imported struct{ steps }

func (r *imported) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return ctrl.Result{RequeueAfter: time.Minute}, errBroken // want RL4001:""
	}
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: 2 * time.Minute}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}
