package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Reconciler lets requests through to an inner reconciler as the limiter
// allows, and keeps them waiting until then. A worker that waits holds its
// request; the queue goes on to merge events for that request meanwhile.
//
// Results, errors and panics of the inner reconciler are passed on as they are,
// so failures back off as if there were no Reconciler around it. It is safe for
// concurrent use if the inner reconciler is.
type Reconciler[request comparable] struct {
	inner       reconcile.TypedReconciler[request]
	limiter     *Limiter
	share       *Share
	backOff     *BackOff[request]
	places      places[request]
	concurrency int
}

var _ reconcile.Reconciler = (*Reconciler[reconcile.Request])(nil)

// NewReconciler wraps the reconciler of one controller, so that it shares the
// limits with the other controllers that were made with them. The name tells
// controllers apart in errors and metrics; the controller's own name is a good
// one.
//
// It is an error if the name is empty or in use with the same limits, the
// reconciler or the limits are nil, or an option is out of range.
func NewReconciler[request comparable](name string, inner reconcile.TypedReconciler[request], limits *Limits, options ...ReconcilerOption) (*Reconciler[request], error) {
	if isNil(inner) {
		return nil, fmt.Errorf("controller %q: the reconciler to limit is nil", name)
	}
	if limits == nil {
		return nil, fmt.Errorf("controller %q: the limits are nil", name)
	}
	o := reconcilerOptions{
		weight:    1,
		limiter:   limits.global,
		baseDelay: defaultBaseDelay,
		maxDelay:  defaultMaxDelay,
	}
	for _, option := range options {
		if option == nil {
			return nil, fmt.Errorf("controller %q: an option is nil", name)
		}
		option(&o)
	}
	if o.limiter == nil || o.limiter.tree != limits.global.tree {
		return nil, fmt.Errorf("controller %q: the class is not one of these limits", name)
	}
	backOff, err := NewBackOff[request](o.baseDelay, o.maxDelay, o.jitter)
	if err != nil {
		return nil, fmt.Errorf("controller %q: %w", name, err)
	}
	share, err := o.limiter.NewShare(name, o.weight)
	if err != nil {
		return nil, fmt.Errorf("cannot limit a controller: %w", err)
	}
	return &Reconciler[request]{
		inner:       inner,
		limiter:     o.limiter,
		share:       share,
		backOff:     backOff,
		concurrency: limits.maxReconcileRate,
	}, nil
}

// isNil also finds a nil pointer or function inside the interface, which would
// panic in the first reconcile.
func isNil(r any) bool {
	if r == nil {
		return true
	}
	switch v := reflect.ValueOf(r); v.Kind() {
	case reflect.Pointer, reflect.Func, reflect.Map, reflect.Slice, reflect.Chan:
		return v.IsNil()
	}
	return false
}

// Reconcile waits for the limiter and calls the inner reconciler.
//
// If the context ends first, or its deadline is so close that more than half of
// the remaining time would pass in waiting, the inner reconciler is not called
// and the request is put back on the queue. That is no failure: the item's
// back-off stays what it was, provided that the controller has the options that
// ControllerOptions returns, and the request keeps its place in line.
func (r *Reconciler[request]) Reconcile(ctx context.Context, req request) (reconcile.Result, error) {
	waiting := ctx
	if at := r.places.take(req); at != 0 {
		waiting = withPlace(ctx, at)
	}
	if err := r.limiter.Wait(waiting, r.share); err != nil {
		return r.putOff(req, err), nil
	}
	return r.inner.Reconcile(ctx, req)
}

const (
	// minPutOff keeps requests that are put off again and again from occupying
	// the workers, when deadlines are too short for any wait.
	minPutOff = time.Millisecond

	// maxPutOff brings requests back in time if the limit is raised meanwhile.
	maxPutOff = time.Minute

	// endedPutOff is for contexts that ended, in general because the manager
	// stops and drops what is on the queue.
	endedPutOff = time.Second
)

// putOff returns the result that brings the request back when its turn may have
// come. The queue forgets the failures of a request that comes back so, hence
// the keep.
func (r *Reconciler[request]) putOff(req request, err error) reconcile.Result {
	r.backOff.keep(req)
	after := endedPutOff
	var deadline *DeadlineError
	if errors.As(err, &deadline) {
		r.places.keep(req, deadline.place)
		after = min(max(deadline.Wait, minPutOff), maxPutOff)
	}
	return reconcile.Result{RequeueAfter: after}
}

// ControllerOptions returns options for the controller of this reconciler: as
// many workers as the max-reconcile-rate the limits were made with, and a queue
// limiter that backs off per item. Set other fields on the result as needed.
// Use it for one controller only, like the Reconciler itself.
func (r *Reconciler[request]) ControllerOptions() controller.TypedOptions[request] {
	return controller.TypedOptions[request]{
		MaxConcurrentReconciles: r.concurrency,
		RateLimiter:             r.backOff,
	}
}

// Close frees the name, for programs that stop controllers and start them anew.
// Call it when the controller has stopped.
func (r *Reconciler[request]) Close() {
	r.share.Close()
}
