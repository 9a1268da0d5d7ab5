package sleeping

import (
	"context"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

// tries asks something that waits and looks at the time whether to go on.
type tries struct{ work }

func (r *tries) Reconcile(context.Context, ctrl.Request) (ctrl.Result, error) {
	for a := begin(); a.next(); {
		if r.Try() == nil {
			break
		}
	}
	return ctrl.Result{}, nil
}

type attempt struct {
	end   time.Time
	pause time.Duration
}

func begin() *attempt { return &attempt{time.Now().Add(time.Minute), time.Second} }

func (a *attempt) next() bool {
	if time.Now().After(a.end) {
		return false
	}
	time.Sleep(a.pause) // want RL4003:"blocks here for a.pause, a length rllint does not know .time.Sleep.; reached by sleeping.tries.Reconcile → sleeping.attempt.next$"
	return true
}

// asked asks something that waits, and neither counts nor looks at the time.
type asked struct{ work }

func (r *asked) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	for !r.soon(ctx) {
	}
	return ctrl.Result{}, nil
}

func (r *asked) soon(ctx context.Context) bool {
	time.Sleep(time.Second) // want RL4003:"blocks here 1s at a time, inside a loop"
	return r.Ready(ctx)
}
