// Package registry is a framework that keeps a controller for each kind and starts all of them by one call.
package registry

import (
	"context"
	"os"

	"k8s.io/client-go/util/workqueue"
)

// A Factory has the controllers of a program.
type Factory struct {
	controllers map[string]*Shared
	kinds       map[groupKind]*Shared
	limiter     workqueue.TypedRateLimiter[string]
}

// NewFactory returns a factory without controllers.
func NewFactory() *Factory {
	return &Factory{
		controllers: make(map[string]*Shared), kinds: make(map[groupKind]*Shared),
		limiter: workqueue.DefaultTypedControllerRateLimiter[string](),
	}
}

// A Shared is the controller of one kind, for all who handle its objects.
type Shared struct {
	kind       string
	controller *controller
	limiter    workqueue.TypedRateLimiter[string]
}

// For returns the controller of a kind, the same one each time.
func (f *Factory) For(kind string) *Shared {
	key := os.Getenv("GROUP") + kind
	if s := f.controllers[key]; s != nil {
		return s
	}
	s := &Shared{kind: kind, limiter: f.limiter}
	f.controllers[key] = s
	return s
}

type groupKind struct{ group, kind string }

// ForKind returns the controller of a kind of a group, the same one each time.
func (f *Factory) ForKind(group, kind string) *Shared {
	key := groupKind{group: group, kind: kind}
	if s := f.kinds[key]; s != nil {
		return s
	}
	s := &Shared{kind: kind, limiter: f.limiter}
	f.kinds[key] = s
	return s
}

// Handle has a function called for each object of the kind.
func (s *Shared) Handle(sync func(key string) error) {
	if s.controller == nil {
		s.controller = &controller{sync: sync, limiter: s.limiter}
	}
}

// Start starts all controllers that something is handled by.
func (f *Factory) Start(ctx context.Context, workers int) {
	for _, s := range f.controllers {
		if s.controller != nil {
			s.controller.start(ctx, workers)
		}
	}
	for _, s := range f.kinds {
		if s.controller != nil {
			s.controller.start(ctx, workers)
		}
	}
}

type controller struct {
	sync    func(key string) error
	limiter workqueue.TypedRateLimiter[string]
	queue   workqueue.TypedRateLimitingInterface[string]
}

func (c *controller) start(ctx context.Context, workers int) {
	c.queue = workqueue.NewTypedRateLimitingQueue(c.limiter)
	for range workers {
		go c.run()
	}
	<-ctx.Done()
	c.queue.ShutDown()
}

func (c *controller) run() {
	for {
		key, shutdown := c.queue.Get()
		if shutdown {
			return
		}
		if err := c.sync(key); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
