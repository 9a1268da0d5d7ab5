package requeueerror

import (
	"context"
	"time"

	"rllint.test/requeueerror/answers"
	ctrl "sigs.k8s.io/controller-runtime"
)

type finished struct{ steps }

func (r *finished) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	defer answers.Finish(req.Name, &err)
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	ended, err := r.Find(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if ended != "" {
		return ctrl.Result{RequeueAfter: time.Minute}, err
	}
	return ctrl.Result{RequeueAfter: time.Hour}, nil
}
