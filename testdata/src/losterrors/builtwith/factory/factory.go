// Package factory builds controllers of a function, which it keeps until one of its workers has taken a key from the queue.
package factory

import (
	"context"
	"log"

	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// A Context is what a function is called in.
type Context interface {
	Queue() workqueue.TypedRateLimitingInterface[string]
	QueueKey() string
}

type syncContext struct {
	queue workqueue.TypedRateLimitingInterface[string]
	key   string
}

func (c syncContext) Queue() workqueue.TypedRateLimitingInterface[string] { return c.queue }

func (c syncContext) QueueKey() string { return c.key }

// A SyncFunc brings one object to where it should be.
type SyncFunc func(ctx context.Context, syncCtx Context) error

// A Hook runs once, when the controller has been started.
type Hook func(ctx context.Context, syncCtx Context) error

// A Factory builds a controller.
type Factory struct {
	sync  SyncFunc
	hooks []Hook
	first Hook
}

// WithSync keeps the function.
func (f *Factory) WithSync(sync SyncFunc) *Factory {
	f.sync = sync
	return f
}

// WithHooks keeps hooks.
func (f *Factory) WithHooks(hooks ...Hook) *Factory {
	f.hooks = append(f.hooks, hooks...)
	return f
}

// WithFirst keeps one hook.
func (f *Factory) WithFirst(first Hook) *Factory {
	f.first = first
	return f
}

// WithInformer has a key added for each event that a filter lets pass.
func (f *Factory) WithInformer(informer cache.SharedIndexInformer, filter func(obj any) bool) *Factory {
	if _, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: filter}); err != nil {
		panic(err)
	}
	return f
}

// ToController makes the controller.
func (f *Factory) ToController() *Controller {
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	return &Controller{sync: f.sync, hooks: f.hooks, first: f.first, syncContext: syncContext{queue: queue}}
}

// A Controller has what it was built with.
type Controller struct {
	sync        func(ctx context.Context, syncCtx Context) error
	hooks       []Hook
	first       Hook
	syncContext Context
}

// Run does so until the queue is shut down.
func (c *Controller) Run(ctx context.Context) {
	for _, hook := range c.hooks {
		if err := hook(ctx, c.syncContext); err != nil {
			log.Println(err)
		}
	}
	if err := c.first(ctx, c.syncContext); err != nil {
		log.Println(err)
	}
	for c.next(ctx) {
	}
}

func (c *Controller) next(ctx context.Context) bool {
	key, quit := c.syncContext.Queue().Get()
	if quit {
		return false
	}
	defer c.syncContext.Queue().Done(key)
	syncCtx := c.syncContext.(syncContext)
	syncCtx.key = key
	if err := c.reconcile(ctx, syncCtx); err != nil {
		c.syncContext.Queue().AddRateLimited(key)
		return true
	}
	c.syncContext.Queue().Forget(key)
	return true
}

func (c *Controller) reconcile(ctx context.Context, syncCtx Context) error {
	return c.sync(ctx, syncCtx)
}

// A Processor brings one object to where it should be.
type Processor interface {
	Register() workqueue.TypedRateLimitingInterface[string]
	ProcessItem(ctx context.Context, key string) error
}

// A Builder builds a worker for a processor.
type Builder struct {
	impl Processor
}

// For keeps the processor.
func (b *Builder) For(impl Processor) *Builder {
	b.impl = impl
	return b
}

// Complete makes the worker.
func (b *Builder) Complete() func(context.Context) {
	return newWorker(b.impl.Register(), b.impl.ProcessItem)
}

func newWorker(queue workqueue.TypedRateLimitingInterface[string], each func(context.Context, string) error) func(context.Context) {
	return func(ctx context.Context) {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			if err := each(ctx, key); err != nil {
				queue.AddRateLimited(key)
			} else {
				queue.Forget(key)
			}
			queue.Done(key)
		}
	}
}
