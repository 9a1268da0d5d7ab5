package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Reconciler lets requests through to an inner reconciler as the limiter
// allows. A request from the queue that ControllerOptions gives the controller
// came with its token and passes at once. Any other request waits here, in the
// worker, while the queue goes on to merge events for it. So the limit also
// holds if the options are not used, or if the reconciler is called from
// elsewhere.
//
// Results, errors and panics of the inner reconciler are passed on as they are, but for
// the delays that WithJitter lengthens. So failures back off as if there were no
// Reconciler around it. It is safe for concurrent use if the inner reconciler is.
type Reconciler[request comparable] struct {
	inner       reconcile.TypedReconciler[request]
	share       *share   // nil until the controller starts, if Complete or NewController made it
	chosenOrder bool     // whether the queue keeps priorities was decided
	limiter     *Limiter // that the share is of
	weight      int
	backOff     *failureBackOff[request]
	queue       atomic.Pointer[queue[request]]                // nil until the controller starts
	objects     *objectLimit[request]                         // nil for none
	waited      func(ctx context.Context, from, to time.Time) // nil for none
	concurrency int
	begin       func(context.Context) // called by reconciles whose controller has the options, nil for none
	changeQueue queueChange[request]  // nil for none
}

var _ reconcile.Reconciler = (*Reconciler[reconcile.Request])(nil)

// NewReconciler wraps the reconciler of one controller, so that it shares the
// limits with the other controllers that were made with them. Complete and
// NewController do this and everything else, so nothing can be left out.
// NewReconciler is for controllers that are built in other ways, together with its
// ControllerOptions. The name tells controllers apart in errors and metrics, so
// give it the controller's own.
//
// It is an error if the name is empty or in use with the same limits, if
// the reconciler or the limits are nil, or if an option is out of range.
func NewReconciler[request comparable](name string, inner reconcile.TypedReconciler[request], limits *Limits,
	options ...ReconcilerOption) (*Reconciler[request], error) {
	r, o, err := newReconciler(inner, limits, options)
	if err == nil && o.controller != nil {
		err = errors.New("WithControllerOptions is for Complete and Build")
	}
	if err != nil {
		return nil, fmt.Errorf("controller %q: %w", name, err)
	}
	// Last, because it takes the name.
	if r.share, err = o.limiter.newShare(name, o.weight); err != nil {
		return nil, fmt.Errorf("cannot limit a controller: %w", err)
	}
	return r, nil
}

// newReconciler returns a Reconciler without a share, and so without a name.
func newReconciler[request comparable](inner reconcile.TypedReconciler[request], limits *Limits,
	options []ReconcilerOption) (*Reconciler[request], *reconcilerOptions, error) {
	if isNil(inner) {
		return nil, nil, errors.New("the reconciler to limit is nil")
	}
	if !limits.made() {
		return nil, nil, errNoLimits
	}
	o := &reconcilerOptions{
		weight:    1,
		limiter:   limits.global,
		baseDelay: defaultBaseDelay,
		maxDelay:  defaultMaxDelay,
		workers:   limits.maxReconcileRate,
	}
	for _, option := range options {
		if option == nil {
			return nil, nil, errors.New("an option is nil")
		}
		option(o)
	}
	if !o.limiter.made() || o.limiter.tree != limits.global.tree {
		return nil, nil, errors.New("the class is not one of these limits")
	}
	if err := checkWeight(o.weight); err != nil {
		return nil, nil, err
	}
	backOff, err := newBackOff[request](o.baseDelay, o.maxDelay, o.jitter)
	if err != nil {
		return nil, nil, err
	}
	r := &Reconciler[request]{
		inner:       inner,
		backOff:     backOff,
		concurrency: o.workers,
		waited:      limits.waited,
		limiter:     o.limiter,
		weight:      o.weight,
	}
	switch {
	case limits.observes() && !o.ownWorkers:
		r.concurrency = 0 // as the program has it
	case !o.ownWorkers:
		r.begin = limits.tellWorkers
	}
	if err := r.setOptions(o); err != nil {
		return nil, nil, err
	}
	return r, o, nil
}

// setOptions sets what depends on the type of requests, and checks the rest.
func (r *Reconciler[request]) setOptions(o *reconcilerOptions) (err error) {
	if o.workers < 1 {
		return fmt.Errorf("the number of workers is %d, want at least 1", o.workers)
	}
	if o.limitObject {
		if r.objects, err = newObjectLimit[request](o.objectRate, o.objectBurst); err != nil {
			return fmt.Errorf("the limit for each object: %w", err)
		}
	}
	if r.limiter.tree.observed != nil {
		r.objects = nil // which would hold requests up
	}
	r.changeQueue, err = givenTo[queueChange[request]]("WithQueue", o.queue)
	if err == nil && r.changeQueue != nil && isNil(r.changeQueue(newQueue[request]("", &share{limiter: r.limiter}, r.backOff))) {
		err = errors.New("the function of WithQueue returns nil: it has to return the queue, changed")
	}
	return err
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

// errNoReconciler is what a Reconciler returns that NewReconciler did not make.
var errNoReconciler = errors.New("the limited reconciler is nil or empty: make it with NewReconciler")

// Reconcile calls the inner reconciler, at once if the request came from the
// limited queue, and otherwise when its turn comes.
//
// If the context ends before that, or if half of the time to its deadline has
// passed, Reconcile puts the request back on the queue and does not call the inner
// reconciler. The controller keeps its place in the limiter's line. This is no
// failure: the item's back-off stays what it was, if the controller's queue has
// the RateLimiter that ControllerOptions returns.
//
// It is an error if Close was called before.
func (r *Reconciler[request]) Reconcile(ctx context.Context, req request) (reconcile.Result, error) {
	if r == nil || r.inner == nil || r.share == nil {
		return reconcile.Result{}, errNoReconciler
	}
	queue := r.queue.Load()
	if queue != nil && r.begin != nil {
		r.begin(ctx)
	}
	waited, spent := queue.spend(req)
	if !spent {
		result, w, err := r.waitForTurn(ctx, req)
		if err != nil || result.RequeueAfter > 0 {
			return result, err
		}
		waited = w
		defer r.share.limiter.ended()
	}
	if r.waited != nil && waited.from != waited.to {
		base := r.share.limiter.tree.base
		r.waited(ctx, base.Add(time.Duration(waited.from)), base.Add(time.Duration(waited.to)))
	}
	r.backOff.letThrough(req)
	generation := r.share.generation()
	defer r.share.tried(generation) // also after a panic
	result, err := r.inner.Reconcile(ctx, req)
	r.heed(result, err, generation)
	if err == nil {
		result.RequeueAfter = lengthened(result.RequeueAfter, r.backOff.jitter)
	}
	return result, err
}

// waitForTurn returns what the reconcile is to return, if that is not empty, instead
// of going on.
func (r *Reconciler[request]) waitForTurn(ctx context.Context, req request) (reconcile.Result, waited, error) {
	tree := r.share.limiter.tree
	if r.objects != nil && !r.objects.take(req, tree.now()) {
		wait := r.objects.wait(req, tree.now())
		r.share.metrics.heldBack.Inc()
		r.backOff.keep(req)
		return reconcile.Result{RequeueAfter: max(wait, 1)}, waited{}, nil
	}
	w, err := r.share.wait(ctx, true)
	if err != nil {
		r.objects.giveBack(req, tree.now())
		result, err := r.refuse(req, err)
		return result, waited{}, err
	}
	return reconcile.Result{}, w, nil
}

// heed slows the class down, or lets it go on, if that is what the outcome of a reconcile
// says that began in that generation. Requeue says of a reconciler neither that it failed nor that it
// did not: crossplane-runtime's returns that alone when a call has failed.
func (r *Reconciler[request]) heed(result reconcile.Result, err error, generation uint64) {
	if after, ok := throttledIn(err); ok {
		r.share.throttle(after, generation)
		return
	}
	if !result.Requeue && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		r.share.answered(generation)
	}
}

const (
	// shortPutOff brings a request back whose deadline was too close: at once,
	// but for time that others can use to get into the queue.
	shortPutOff = time.Millisecond

	// endedPutOff is for contexts that ended, in general because the manager
	// stops and drops what is on the queue.
	endedPutOff = time.Second
)

// refuse returns what ends a reconcile that was not let through. The queue forgets
// the failures of a request that comes back after a while, hence the keep.
func (r *Reconciler[request]) refuse(req request, err error) (reconcile.Result, error) {
	after := endedPutOff
	switch {
	case errors.Is(err, errClosed):
		return reconcile.Result{}, err
	case errors.Is(err, errGaveUp):
		after = shortPutOff
	}
	r.backOff.keep(req)
	return reconcile.Result{RequeueAfter: after}, nil
}

// ControllerOptions returns options for the controller of this reconciler. They
// give it a queue that hands out a request only together with its token, and a
// back-off for each request that fails. They give it as many workers as the
// max-reconcile-rate of the limits, unless WithWorkers says otherwise.
// Controllers have one worker by default, so a reconciler that relies on that
// needs WithWorkers(1). Set other fields on the result as needed. Use it for one
// controller only, like the Reconciler itself.
//
// The queue hands out requests in the order in which they became ready. For a
// queue that heeds the priorities which controller-runtime has from v0.20.4 on,
// take the options from package github.com/rllint/rllint/runtime/priority
// instead.
func (r *Reconciler[request]) ControllerOptions() controller.TypedOptions[request] {
	if r == nil || r.inner == nil {
		return controller.TypedOptions[request]{}
	}
	return controller.TypedOptions[request]{
		MaxConcurrentReconciles: r.concurrency,
		RateLimiter:             r.backOff,
		NewQueue:                r.newQueue,
	}
}

// newQueue makes the controller's queue when the controller starts.
func (r *Reconciler[request]) newQueue(name string,
	backOff workqueue.TypedRateLimiter[request]) workqueue.TypedRateLimitingInterface[request] {
	if backOff == nil {
		backOff = r.backOff
	}
	if r.share == nil || r.share.ofQueue {
		r.share = r.limiter.newShareLike(name, r.weight)
	}
	q := newQueue(name, r.share, backOff)
	q.objects = r.objects
	q.timed = r.objects != nil || r.waited != nil
	q.dropsPriorities.Store(r.changeQueue == nil && !r.chosenOrder && prioritiesByDefault())
	r.queue.Store(q)
	if r.changeQueue != nil {
		return r.changeQueue(q)
	}
	return q
}

// Close frees the name, for programs that stop controllers and start them anew.
// Call it when the controller has stopped: from then on Reconcile returns an
// error.
func (r *Reconciler[request]) Close() {
	if r != nil && r.share != nil {
		r.share.Close()
	}
}
