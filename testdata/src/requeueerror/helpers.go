package requeueerror

import (
	"context"
	"errors"
	"fmt"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

type passedOn struct{ steps }

func (r *passedOn) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	return r.first(ctx)
}

func (r *passedOn) first(ctx context.Context) (ctrl.Result, error) { return r.second(ctx) }

func (r *passedOn) second(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	return ctrl.Result{}, nil
}

type passedInParts struct{ steps }

func (r *passedInParts) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if err != nil {
		return result, fmt.Errorf("step: %w", err)
	}
	return result, nil
}

func (r *passedInParts) step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	return ctrl.Result{}, nil
}

type soundHelper struct{ steps }

func (r *soundHelper) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if err != nil || !result.IsZero() {
		return result, err
	}
	return r.step(ctx)
}

func (r *soundHelper) step(ctx context.Context) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, nil
}

type resultDropped struct{ steps }

func (r *resultDropped) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if _, err := r.step(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

func (r *resultDropped) step(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

type errorDropped struct{ steps }

func (r *errorDropped) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if err != nil {
		ctrl.LoggerFrom(ctx).Error(err, "step")
	}
	return result, nil
}

func (r *errorDropped) step(ctx context.Context) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

var errNotReady = errors.New("not ready")

var errBroken = errors.New("broken")

type sentinelSwallowed struct{ steps }

func (r *sentinelSwallowed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if errors.Is(err, errNotReady) {
		return result, nil
	}
	return result, err
}

func (r *sentinelSwallowed) step(ctx context.Context) (ctrl.Result, error) {
	if name, err := r.Find(ctx); err != nil {
		return ctrl.Result{}, err
	} else if name == "" {
		return ctrl.Result{RequeueAfter: interval}, errNotReady
	}
	return ctrl.Result{}, nil
}

type sentinelCompared struct{ steps }

func (r *sentinelCompared) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	switch err {
	case nil, errNotReady:
		return result, nil
	}
	return result, err
}

func (r *sentinelCompared) step(ctx context.Context) (ctrl.Result, error) {
	if name, err := r.Find(ctx); err != nil {
		return ctrl.Result{}, err
	} else if name == "" {
		return ctrl.Result{RequeueAfter: interval}, errNotReady
	}
	return ctrl.Result{RequeueAfter: interval}, errBroken // want RL4001:"returning an error"
}

type sentinelWrapped struct{ steps }

func (r *sentinelWrapped) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if waits(err) {
		return result, nil
	}
	return result, err
}

func waits(err error) bool { return errors.Is(err, errNotReady) }

func (r *sentinelWrapped) step(ctx context.Context) (ctrl.Result, error) {
	name, err := r.Find(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, fmt.Errorf("%s: %w", name, errNotReady)
}

type waitError struct{ after time.Duration }

func (*waitError) Error() string { return "wait" }

type typeSwallowed struct{ steps }

func (r *typeSwallowed) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	var wait *waitError
	if errors.As(err, &wait) {
		return result, nil
	}
	return result, err
}

func (r *typeSwallowed) step(ctx context.Context) (ctrl.Result, error) {
	if _, err := r.Find(ctx); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: interval}, &waitError{interval}
}

type swallowedByHelper struct{ steps }

func (r *swallowedByHelper) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	if err := r.Do(ctx); err != nil {
		return ctrl.Result{RequeueAfter: interval}, logged(err)
	}
	return ctrl.Result{}, nil
}

func logged(err error) error {
	ctrl.Log.Error(err, "cannot reconcile")
	return nil
}

type wrappedByHelper struct{ steps }

func (r *wrappedByHelper) Reconcile(ctx context.Context, _ ctrl.Request) (ctrl.Result, error) {
	err := wrapped(r.Do(ctx))
	if err == nil {
		return ctrl.Result{RequeueAfter: interval}, err
	}
	return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
}

func wrapped(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("wrapped: %w", err)
}

type handedToHelper struct{ steps }

func (r *handedToHelper) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return later(nil)
	}
	return later(r.Do(ctx))
}

func later(err error) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, err // want RL4001:"where this error is not nil"
}

type neverFailing struct{ steps }

func (r *neverFailing) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return inAWhile(nil)
}

func inAWhile(err error) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: interval}, err
}

type durationHanded struct{ steps }

func (r *durationHanded) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if req.Name == "" {
		return after(0, r.Do(ctx))
	}
	if err := r.Do(ctx); err != nil {
		return after(interval, err) // want RL4001:"RequeueAfter .30s."
	}
	return after(interval, nil)
}

func after(d time.Duration, err error) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: d}, err
}

type soundDuration struct{ steps }

func (r *soundDuration) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	d, err := r.delay(ctx)
	return ctrl.Result{RequeueAfter: d}, err
}

func (r *soundDuration) delay(ctx context.Context) (time.Duration, error) {
	if err := r.Do(ctx); err != nil {
		return 0, err
	}
	return interval, nil
}

type brokenDuration struct{ steps }

func (r *brokenDuration) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if d, err := r.delay(ctx); err != nil || d > 0 {
		return ctrl.Result{RequeueAfter: d}, err // want RL4001:"returning an error drops RequeueAfter .30s."
	}
	return ctrl.Result{}, nil
}

func (r *brokenDuration) delay(ctx context.Context) (time.Duration, error) {
	if err := r.Do(ctx); err != nil {
		return interval, err
	}
	return 0, nil
}

// unreadSteps asks code that nobody reads: what it returns together is not known.
type unreadSteps struct{ steps }

func (r *unreadSteps) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if d, err := r.Next(ctx); err != nil || d > 0 {
		return ctrl.Result{RequeueAfter: d}, err
	}
	return r.Run(ctx)
}

type byPointer struct{ steps }

func (r *byPointer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	if result, err := r.step(ctx); result != nil {
		return *result, err
	}
	return ctrl.Result{}, nil
}

func (r *byPointer) step(ctx context.Context) (*ctrl.Result, error) {
	if _, err := r.Find(ctx); err != nil {
		return &ctrl.Result{}, err
	}
	if err := r.Do(ctx); err != nil {
		return &ctrl.Result{RequeueAfter: interval}, err // want RL4001:"returning an error"
	}
	return nil, nil
}

type nilPointer struct{ steps }

func (r *nilPointer) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	result, err := r.step(ctx)
	if err != nil {
		return ctrl.Result{}, err
	}
	if result != nil {
		return *result, nil
	}
	return ctrl.Result{RequeueAfter: interval}, err
}

func (r *nilPointer) step(ctx context.Context) (*ctrl.Result, error) {
	return &ctrl.Result{RequeueAfter: interval}, r.Do(ctx)
}

type filled struct{ steps }

func (r *filled) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var result ctrl.Result
	fill(&result, interval)
	if err := r.Do(ctx); err != nil {
		return result, err // want RL4001:"RequeueAfter .30s."
	}
	return result, nil
}

func fill(result *ctrl.Result, d time.Duration) {
	if result.RequeueAfter == 0 {
		result.RequeueAfter = d
	}
}

type recursive struct{ steps }

func (r *recursive) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return r.try(ctx, 3)
}

func (r *recursive) try(ctx context.Context, times int) (ctrl.Result, error) {
	if times == 0 {
		return ctrl.Result{RequeueAfter: interval}, errBroken // want RL4001:"returning an error"
	}
	if err := r.Do(ctx); err == nil {
		return ctrl.Result{RequeueAfter: interval}, nil
	}
	return r.try(ctx, times-1)
}
