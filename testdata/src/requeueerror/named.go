package requeueerror

import (
	"context"
	"errors"

	ctrl "sigs.k8s.io/controller-runtime"
)

// byName returns its named Result itself, which so is stored in what it is read from.
type byName struct{ steps }

func (r *byName) Reconcile(ctx context.Context, _ ctrl.Request) (res ctrl.Result, err error) {
	defer func() { // want RL4001:"where this deferred call sets an error or a Result"
		if done := r.Do(ctx); done != nil {
			err = errors.Join(err, done)
		}
	}()
	if res, err = (&brought{r.steps}).later(ctx); err != nil {
		return res, err
	}
	if failed := r.Do(ctx); failed != nil {
		return res, failed // want RL4001:"returning an error"
	}
	return res, nil
}
