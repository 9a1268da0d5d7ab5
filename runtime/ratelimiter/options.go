package ratelimiter

import (
	"fmt"
	"time"
)

// A ReconcilerOption changes how Complete, NewController and NewReconciler limit one
// controller.
type ReconcilerOption func(*reconcilerOptions)

type reconcilerOptions struct {
	weight      int
	limiter     *Limiter
	baseDelay   time.Duration
	maxDelay    time.Duration
	jitter      float64
	workers     int
	ownWorkers  bool // the number was chosen for this controller
	objectRate  float64
	objectBurst int  // 0 for no limit
	limitObject bool // also if the limit is a bad one
	queue       any  // queueChange[request]
	controller  any  // controller.TypedOptions[request]
}

// WithWeight gives the controller a part of the limit in proportion to the
// weight, 1 to 720, while others want theirs too. Without it, 1.
func WithWeight(weight int) ReconcilerOption {
	return func(o *reconcilerOptions) { o.weight = weight }
}

// WithClass limits the controller by a class too: a Limiter that NewClass of
// the limits' Global, or of one of its classes, returned.
func WithClass(class *Limiter) ReconcilerOption {
	return func(o *reconcilerOptions) { o.limiter = class }
}

// WithBackOff sets the delay after an item's first failure, above 0, and the
// longest one. Without it, 1 s and 60 s.
func WithBackOff(base, max time.Duration) ReconcilerOption {
	return func(o *reconcilerOptions) { o.baseDelay, o.maxDelay = base, max }
}

// WithJitter lengthens each delay by a random part of it, at most fraction (0 to 1)
// times its length: back-off delays, so that objects which fail together do not come
// back together, and the RequeueAfter of the reconciler's results, so that objects which
// are polled do not stay together. Without it, 0.
func WithJitter(fraction float64) ReconcilerOption {
	return func(o *reconcilerOptions) { o.jitter = fraction }
}

// WithWorkers sets how many reconciles of the controller may run at the same time,
// at least 1. Without it, this is the max-reconcile-rate, and the log says so when
// the first such controller starts. Controllers have one worker by default, so a
// reconciler that was written for that needs WithWorkers(1).
func WithWorkers(n int) ReconcilerOption {
	return func(o *reconcilerOptions) { o.workers, o.ownWorkers = n, true }
}

// WithObjectLimit lets each request be reconciled at most rate times a second, with
// that burst, however often its object changes. Objects change often if two
// controllers fight over them, or if a status is updated in a loop. The ranges are
// those of Limiter.NewClass. A request that is held back occupies no worker, takes
// no token and loses no event: what came meanwhile is reconciled when its time has
// come.
func WithObjectLimit(rate float64, burst int) ReconcilerOption {
	return func(o *reconcilerOptions) {
		o.objectRate, o.objectBurst, o.limitObject = rate, burst, true
	}
}

// givenTo returns what an option was given, for that type of requests; nothing if it is not there.
func givenTo[T any](name string, option any) (given T, err error) {
	if option == nil {
		return given, nil
	}
	given, ok := option.(T)
	switch {
	case !ok:
		return given, fmt.Errorf("%s was given a value of type %T, want %T", name, option, given)
	case isNil(given):
		return given, fmt.Errorf("%s was given a nil function", name)
	}
	return given, nil
}
