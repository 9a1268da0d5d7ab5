package ratelimiter

import "time"

// A ReconcilerOption changes how NewReconciler limits one controller.
type ReconcilerOption func(*reconcilerOptions)

type reconcilerOptions struct {
	weight    int
	limiter   *Limiter
	baseDelay time.Duration
	maxDelay  time.Duration
	jitter    float64
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

// WithJitter lengthens each back-off delay by a random part of it, at most
// fraction (0 to 1) times its length, so that objects which fail together do
// not come back together. Without it, 0.
func WithJitter(fraction float64) ReconcilerOption {
	return func(o *reconcilerOptions) { o.jitter = fraction }
}
