// Package answers has Results that reconcilers of other packages return.
package answers

import (
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const pause = 5 * time.Minute

// Answers that nothing changes.
var (
	Done           = ctrl.Result{}
	InFiveMinutes  = ctrl.Result{Requeue: true, RequeueAfter: pause}
	Waiting        = InFiveMinutes
	Nothing        reconcile.Result
	Soon, Later    = ctrl.Result{RequeueAfter: time.Second}, ctrl.Result{RequeueAfter: time.Hour}
	Computed       = ctrl.Result{RequeueAfter: after()}
	Set            = ctrl.Result{RequeueAfter: time.Minute}
	HandedOut      = ctrl.Result{RequeueAfter: time.Minute}
	ChangedByField = ctrl.Result{RequeueAfter: time.Minute}
)

func after() time.Duration { return time.Minute }

// Use changes answers.
func Use(quick bool) *ctrl.Result {
	if quick {
		Set = ctrl.Result{}
	}
	ChangedByField.RequeueAfter = 0
	return &HandedOut
}
