// Package set keeps controllers in a struct and hands them out.
package set

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

// A Controller can be run.
type Controller interface {
	Run(ctx context.Context, workers int)
}

type loop struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func newLoop(name string) *loop {
	return &loop{workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

func (l *loop) Run(ctx context.Context, workers int) {
	for range workers {
		go l.work()
	}
	<-ctx.Done()
	l.queue.ShutDown()
}

func (l *loop) work() {
	for {
		key, quit := l.queue.Get()
		if quit {
			return
		}
		if key == "" {
			l.queue.AddRateLimited(key)
		} else {
			l.queue.Forget(key)
		}
		l.queue.Done(key)
	}
}

// A Set has several controllers.
type Set struct{ main, first, second Controller }

// New makes a set.
func New() *Set { return &Set{newLoop("main"), newLoop("first"), newLoop("second")} }

// NewExtra makes a controller that is in no set.
func NewExtra() Controller { return newLoop("extra") }

// Main returns the set's main controller.
func (s *Set) Main() Controller { return s.main }

// All returns the others.
func (s *Set) All() []Controller { return []Controller{s.first, s.second} }
