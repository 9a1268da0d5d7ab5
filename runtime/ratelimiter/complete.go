package ratelimiter

import (
	"errors"
	"fmt"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Complete is the builder's Complete, for a controller under the limits. It wraps the
// reconciler, and gives the controller the limited queue, its back-off and its number
// of workers. Metrics and logs know the controller by its own name.
//
// Options that the builder got from WithOptions stay, except those that limit; their
// MaxConcurrentReconciles counts as WithWorkers. It is an error if they hold a value
// that cannot be read from a builder, such as a LogConstructor: give it to
// WithControllerOptions. It is also an error if the builder, the reconciler or the
// limits are nil, or if an option is out of range.
//
// The queue hands out requests in the order in which they became ready. From v0.23
// on controller-runtime keeps priorities by default, and Complete returns an error
// rather than drop them. Keep them with WithQueue, or set UsePriorityQueue to false
// in the controller's options.
func Complete[request comparable](b *builder.TypedBuilder[request], r reconcile.TypedReconciler[request], limits *Limits,
	options ...ReconcilerOption) error {
	_, err := Build(b, r, limits, options...)
	return err
}

// Build is Complete, and returns the controller.
func Build[request comparable](b *builder.TypedBuilder[request], r reconcile.TypedReconciler[request], limits *Limits,
	options ...ReconcilerOption) (controller.TypedController[request], error) {
	if b == nil {
		return nil, errors.New("cannot build a limited controller: the builder is nil")
	}
	limited, o, err := newReconciler(r, limits, options)
	if err != nil {
		return nil, fmt.Errorf("cannot build a limited controller: %w", err)
	}
	given, err := givenTo[controller.TypedOptions[request]]("WithControllerOptions", o.controller)
	if err == nil && o.controller == nil {
		given, err = builderOptions(b)
	}
	if err == nil {
		err = limited.limitOptions(&given, o)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot build a limited controller: %w", err)
	}
	return b.WithOptions(given).Build(limited)
}

// NewController is controller.NewTyped, for a controller under the limits. The options
// have the reconciler to limit; all else is as for Complete.
func NewController[request comparable](name string, m manager.Manager, o controller.TypedOptions[request], limits *Limits,
	options ...ReconcilerOption) (controller.TypedController[request], error) {
	limited, set, err := newReconciler(o.Reconciler, limits, options)
	if err == nil && set.controller != nil {
		err = errors.New("WithControllerOptions is for Complete and Build: NewController has the options")
	}
	if err == nil && m == nil {
		err = errors.New("the manager is nil")
	}
	o.Reconciler = nil
	if err == nil {
		err = limited.limitOptions(&o, set)
	}
	if err != nil {
		return nil, fmt.Errorf("controller %q: %w", name, err)
	}
	o.Reconciler = limited
	return controller.NewTyped(name, m, o)
}

// WithControllerOptions gives Complete and Build the controller's options, for those that
// a builder's WithOptions cannot hand on. It is an error if they have a Reconciler or a
// NewQueue.
func WithControllerOptions[request comparable](options controller.TypedOptions[request]) ReconcilerOption {
	return func(o *reconcilerOptions) { o.controller = options }
}

// WithQueue changes the limited queue before its controller gets it. The function is
// also called once to see that it returns a queue. With
// priority.Queue[reconcile.Request] of github.com/rllint/rllint/runtime/priority the
// controller keeps controller-runtime's priorities. That is a module of its own, because
// controller-runtime has priorities from v0.20.4 on.
func WithQueue[request comparable](change func(
	workqueue.TypedRateLimitingInterface[request]) workqueue.TypedRateLimitingInterface[request]) ReconcilerOption {
	return func(o *reconcilerOptions) { o.queue = queueChange[request](change) }
}

// queueChange is what WithQueue is given.
type queueChange[request comparable] func(workqueue.TypedRateLimitingInterface[request]) workqueue.TypedRateLimitingInterface[request]

// limitOptions returns the options with what limits. The controller's own RateLimiter, if
// there is one, decides the delays of what fails.
func (r *Reconciler[request]) limitOptions(o *controller.TypedOptions[request], set *reconcilerOptions) error {
	switch {
	case o.Reconciler != nil:
		return errors.New("the options have a Reconciler: the limited one takes its place")
	case o.NewQueue != nil:
		return errors.New("the options have a NewQueue: the limited queue takes its place, WithQueue changes it")
	case o.MaxConcurrentReconciles < 0:
		return fmt.Errorf("MaxConcurrentReconciles is %d in the options, want at least 1, or 0 for that of the limits",
			o.MaxConcurrentReconciles)
	case r.changeQueue == nil && keepsPriorities(*o):
		return errors.New("this controller-runtime keeps priorities: give WithQueue the Queue of " +
			"github.com/rllint/rllint/runtime/priority, or set UsePriorityQueue to false in the controller's options")
	}
	r.chosenOrder = true
	limiting := r.ControllerOptions()
	o.NewQueue = limiting.NewQueue
	if o.RateLimiter == nil {
		o.RateLimiter = limiting.RateLimiter
	}
	if o.MaxConcurrentReconciles == 0 || set.ownWorkers {
		o.MaxConcurrentReconciles = limiting.MaxConcurrentReconciles
	} else {
		r.concurrency, r.begin = o.MaxConcurrentReconciles, nil
	}
	return nil
}
