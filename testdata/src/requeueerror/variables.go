package requeueerror

import (
	"context"
	"time"

	"rllint.test/requeueerror/answers"
	ctrl "sigs.k8s.io/controller-runtime"
)

var (
	inAMinute = ctrl.Result{RequeueAfter: time.Minute}
	again     = answers.InFiveMinutes
	empty     = ctrl.Result{}
)

// variables has Results in package variables.
type variables struct{ steps }

func (r *variables) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		switch req.Name {
		case "own":
			return inAMinute, err // want RL4001:"returning an error drops RequeueAfter \\(1m\\)"
		case "imported":
			return answers.InFiveMinutes, err // want RL4001:"returning an error drops RequeueAfter \\(5m\\)"
		case "copied":
			return answers.Waiting, err // want RL4001:"drops RequeueAfter \\(5m\\)"
		case "copied here":
			return again, err // want RL4001:"drops RequeueAfter \\(5m\\)"
		case "beside another":
			return answers.Later, err // want RL4001:"drops RequeueAfter \\(1h\\)"
		case "computed":
			return answers.Computed, err
		case "set":
			return answers.Set, err
		case "handed out":
			return answers.HandedOut, err
		case "changed":
			return answers.ChangedByField, err
		case "nothing":
			return answers.Nothing, err
		case "done":
			return answers.Done, err
		}
		return empty, err
	}
	if req.Name == "copy" {
		result := answers.Soon
		return result, errBroken // want RL4001:"drops RequeueAfter \\(1s\\)"
	}
	return inAMinute, nil
}
