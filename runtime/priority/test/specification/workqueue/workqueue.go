// Package workqueue has the names of client-go's package that its tests of the queue
// need, for the limited queue.
package workqueue

import (
	"context"
	"fmt"
	"sync/atomic"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/ratelimiter"
)

// Interface is what a queue can do.
type Interface = workqueue.TypedInterface[any]

// Type is a limited queue.
type Type struct {
	workqueue.TypedRateLimitingInterface[any]
}

// TypedQueueConfig configures nothing here.
type TypedQueueConfig[T comparable] struct{}

var made atomic.Int64

// New returns a limited queue whose limiter lets everything through.
func New() *Type { return &Type{NewTypedWithConfig(TypedQueueConfig[any]{})} }

// NewTypedWithConfig is New for any requests.
func NewTypedWithConfig[T comparable](TypedQueueConfig[T]) workqueue.TypedRateLimitingInterface[T] {
	limits, err := ratelimiter.New(1_000_000)
	if err != nil {
		panic(err)
	}
	inner := reconcile.TypedFunc[T](func(context.Context, T) (reconcile.Result, error) { return reconcile.Result{}, nil })
	r, err := ratelimiter.NewReconciler(fmt.Sprint("queue-", made.Add(1)), inner, limits)
	if err != nil {
		panic(err)
	}
	return r.ControllerOptions().NewQueue("", nil)
}
