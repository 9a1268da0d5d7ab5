package requeueerror

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

type importedOnce struct{ steps }

func (r *importedOnce) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: time.Duration(3) * time.Second}, err // want RL4001:""
	}
	return ctrl.Result{}, nil
}
