// Package events is a framework that makes a queue for a kind of object when the first handler for that kind is registered.
package events

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

// A Controller calls handlers for objects of one kind.
type Controller[T any] interface {
	OnChange(name string, handler func(T) error)
}

// A Factory has the controllers of a program.
type Factory struct{ starters []func(workers int) }

// For returns the controller of a kind.
func For[T any](f *Factory, find func(key string) T) Controller[T] {
	c := &controller[T]{find: find}
	c.deferred = func() workqueue.TypedRateLimitingInterface[string] {
		q := workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute))
		f.starters = append(f.starters, func(workers int) {
			for range workers {
				go wait.Forever(func() {
					for next(q, c.handle) {
					}
				}, time.Second)
			}
		})
		return q
	}
	return c
}

// Start starts all controllers.
func (f *Factory) Start(workers int) {
	for _, start := range f.starters {
		start(workers)
	}
}

type controller[T any] struct {
	find     func(key string) T
	handlers []func(T) error
	deferred func() workqueue.TypedRateLimitingInterface[string]
	queue    workqueue.TypedRateLimitingInterface[string]
}

func (c *controller[T]) OnChange(name string, handler func(T) error) {
	if c.queue == nil {
		c.queue = c.deferred()
	}

}

func (c *controller[T]) handle(key string) error {
	for _, h := range c.handlers {
		if err := h(c.find(key)); err != nil {
			return err
		}
	}
	return nil
}

func next(q workqueue.TypedRateLimitingInterface[string], handle func(string) error) bool {
	key, quit := q.Get()
	if quit {
		return false
	}
	defer q.Done(key)
	if err := handle(key); err != nil {
		q.AddRateLimited(key)
		return true
	}
	q.Forget(key)
	return true
}
