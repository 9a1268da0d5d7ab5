// Package simulation runs the real controllers of controller-runtime, with
// their queues and event sources, without a cluster. In a bubble of
// testing/synctest an hour of a busy controller takes seconds, and times are
// exact.
package simulation

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"
)

// A Controller is what controller.New wants to know.
type Controller struct {
	Name    string
	Options controller.Options // with the reconciler
	Sources []source.Source
}

// Start starts the controllers. The function it returns stops them and waits
// until they have ended; it returns their errors.
func Start(ctx context.Context, controllers ...Controller) (stop func() error, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var (
		running sync.WaitGroup
		mu      sync.Mutex
		ended   error
	)
	stop = func() error {
		time.Sleep(time.Nanosecond) // to an instant at which nothing else happens; see settling
		cancel()
		running.Wait()
		// client-go's queue looks every half second whether it was shut down.
		time.Sleep(time.Second)
		mu.Lock()
		defer mu.Unlock()
		return ended
	}
	for _, c := range controllers {
		c.Options.Reconciler = settling{c.Options.Reconciler}
		if c.Options.LogConstructor == nil {
			c.Options.LogConstructor = func(*reconcile.Request) logr.Logger { return logr.New(silent{}) }
		}
		built, err := controller.New(c.Name, fakeManager{}, c.Options)
		if err != nil {
			return nil, errors.Join(err, stop())
		}
		for _, s := range c.Sources {
			if err := built.Watch(s); err != nil {
				return nil, errors.Join(err, stop())
			}
		}
		running.Add(1)
		go func() {
			defer running.Done()
			err := built.Start(ctx)
			mu.Lock()
			defer mu.Unlock()
			ended = errors.Join(ended, err)
		}()
	}
	return stop, nil
}

// settling lets the queue shut down before a worker asks it for another request.
// The priority queue of controller-runtime v0.23 leaves a goroutine behind when
// both happen at the same time; v0.25 does not.
type settling struct{ reconcile.Reconciler }

func (s settling) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	defer func() {
		if ctx.Err() != nil {
			time.Sleep(time.Nanosecond)
		}
	}()
	return s.Reconciler.Reconcile(ctx, req)
}

// Run runs the controllers for a while.
func Run(ctx context.Context, length time.Duration, controllers ...Controller) error {
	stop, err := Start(ctx, controllers...)
	if err != nil {
		return err
	}
	time.Sleep(length)
	return stop()
}

// fakeManager is as much of a manager as controller.New asks for.
type fakeManager struct{ manager.Manager }

// GetControllerOptions lets the same controller name be used again: every run
// of a simulation builds its controllers anew.
func (fakeManager) GetControllerOptions() config.Controller {
	skip := true
	return config.Controller{SkipNameValidation: &skip}
}

func (fakeManager) GetLogger() logr.Logger { return logr.Discard() }

func (fakeManager) Add(manager.Runnable) error { return nil }

// silent is the sink of a logger that is there, and writes nothing.
type silent struct{}

func (silent) Init(logr.RuntimeInfo)            {}
func (silent) Enabled(level int) bool           { return level == 0 }
func (silent) Info(int, string, ...any)         {}
func (silent) Error(error, string, ...any)      {}
func (s silent) WithValues(...any) logr.LogSink { return s }
func (s silent) WithName(string) logr.LogSink   { return s }
