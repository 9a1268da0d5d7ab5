// Package factory is a framework for controllers on queues: a builder makes them, and what it makes runs their workers.
package factory

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

// A Factory builds controllers.
type Factory struct {
	sync    func(context.Context, string) error
	context *Context
}

// New begins with a controller.
func New() *Factory { return &Factory{} }

// WithSync sets what is done with an item.
func (f *Factory) WithSync(sync func(context.Context, string) error) *Factory {
	f.sync = sync
	return f
}

// WithContext sets the queue.
func (f *Factory) WithContext(c *Context) *Factory {
	f.context = c
	return f
}

// A Context holds the queue.
type Context struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

// NewContext makes a queue.
func NewContext(name string) *Context {
	limiter := workqueue.DefaultTypedControllerRateLimiter[string]()
	return &Context{workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

// Queue returns the queue.
func (c *Context) Queue() workqueue.TypedRateLimitingInterface[string] { return c.queue }

// A Controller runs workers.
type Controller struct {
	sync    func(context.Context, string) error
	context *Context
}

// ToController makes the controller.
func (f *Factory) ToController(name string) *Controller {
	c := f.context
	if c == nil {
		c = NewContext(name)
	}
	return &Controller{f.sync, c}
}

// Run runs workers until the context ends.
func (c *Controller) Run(ctx context.Context, workers int) {
	for i := 1; i <= workers; i++ {
		go func() { c.worker(ctx) }()
	}
	<-ctx.Done()
}

func (c *Controller) worker(ctx context.Context) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			default:
				c.next(ctx)
			}
		}
	}, time.Second)
}

func (c *Controller) next(ctx context.Context) {
	key, quit := c.context.Queue().Get()
	if quit {
		return
	}
	defer c.context.Queue().Done(key)
	if err := c.sync(ctx, key); err != nil {
		c.context.Queue().AddRateLimited(key)
		return
	}
	c.context.Queue().Forget(key)
}

// A Syncer is a controller that is built when it runs.
type Syncer struct {
	name string
}

// NewSyncer makes one.
func NewSyncer(name string) *Syncer { return &Syncer{name: name} }

// Run builds the controller and runs it.
func (s *Syncer) Run(ctx context.Context, workers int) {
	New().WithSync(s.sync).ToController(s.name).Run(ctx, workers)
}

func (s *Syncer) sync(context.Context, string) error { return nil }

// Later is another controller that is built when it runs.
type Later struct{ named string }

// NewLater makes one.
func NewLater(name string) *Later { return &Later{name} }

// Run builds the controller and runs it.
func (l *Later) Run(ctx context.Context, workers int) {
	New().WithSync(func(context.Context, string) error { return nil }).ToController(l.named).Run(ctx, workers)
}

// A Mirror runs a controller that it keeps as a function.
type Mirror struct {
	run func(context.Context, int)
}

// NewMirror makes one with a queue of its own.
func NewMirror() *Mirror {
	m := &Mirror{}
	m.run = New().WithSync(m.sync).WithContext(NewContext("mirror")).ToController("mirror").Run
	return m
}

// Run runs the controller.
func (m *Mirror) Run(ctx context.Context, workers int) { m.run(ctx, workers) }

func (m *Mirror) sync(context.Context, string) error { return nil }

// Pair passes the items of one queue on to the workers of another.
type Pair struct {
	first, second workqueue.TypedInterface[string]
}

// NewPair makes both queues.
func NewPair() *Pair {
	p := &Pair{workqueue.NewTyped[string](), workqueue.NewTyped[string]()}
	go func() {
		for {
			key, quit := p.first.Get()
			if quit {
				return
			}
			p.second.Add(key)
			p.first.Done(key)
		}
	}()
	return p
}

// RunAll runs two controllers.
func RunAll(ctx context.Context, workers int) {
	first := New().WithSync(func(context.Context, string) error { return nil }).ToController("first")
	second := New().WithSync(func(context.Context, string) error { return nil }).ToController("second")
	go first.Run(ctx, workers)
	second.Run(ctx, workers)
}

// Listening has as many workers as it is made with, and is told later for whom they work.
type Listening struct {
	threads  int
	ready    bool
	listener Listener
	queue    workqueue.TypedInterface[string]
}

// A Listener does the work.
type Listener interface{ Handle(key string) error }

// NewListening makes one.
func NewListening(workers int) *Listening {
	return &Listening{threads: workers, queue: workqueue.NewTyped[string]()}
}

// Listen sets who does the work.
func (l *Listening) Listen(to Listener) {
	l.ready = true
	l.listener = to
}

// Run starts the workers.
func (l *Listening) Run(ctx context.Context) {
	for range l.threads {
		go func() {
			for {
				key, quit := l.queue.Get()
				if quit {
					return
				}
				if err := l.listener.Handle(key); err != nil {
					l.queue.Add(key)
				}
				l.queue.Done(key)
			}
		}()
	}
	<-ctx.Done()
}
