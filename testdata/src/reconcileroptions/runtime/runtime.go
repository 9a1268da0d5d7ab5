// Package runtime has what all controllers of the program share.
package runtime

import (
	"time"

	flag "github.com/spf13/pflag"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// LimiterOptions are the numbers of a limiter.
type LimiterOptions struct {
	MinRetryDelay time.Duration
	MaxRetryDelay time.Duration
}

// BindFlags adds flags for o to f.
func (o *LimiterOptions) BindFlags(f *flag.FlagSet) {
	f.DurationVar(&o.MinRetryDelay, "min-retry-delay", 750*time.Millisecond, "shortest delay before a retry")
	f.DurationVar(&o.MaxRetryDelay, "max-retry-delay", 15*time.Minute, "longest delay before a retry")
}

// NewLimiter returns a limiter for the queue of one controller.
func NewLimiter(o LimiterOptions) workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](o.MinRetryDelay, o.MaxRetryDelay)
}
