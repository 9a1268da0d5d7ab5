package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// drained empties the channels of timers that have fired, which does not wait.
type drained struct{ work }

func (r *drained) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	timer, ticker := time.NewTimer(time.Minute), time.NewTicker(time.Minute)
	if !timer.Stop() {
		<-timer.C
	}
	if len(ticker.C) > 0 {
		<-ticker.C
	}
	if r.Ready(ctx) && len(ticker.C) > 0 {
		<-timer.C // want RL4003:"a timer"
	}
	if ready := r.Ready(ctx); !ready {
		<-ticker.C // want RL4003:"a timer"
	}
	return ctrl.Result{}, nil
}
