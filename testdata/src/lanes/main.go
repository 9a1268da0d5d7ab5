// Command lanes has a queue around an implementation of its own, in which a goroutine passes items on from two lanes.
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"sync"

	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/lanes/reports"
)

// lanes is a queue whose workers get the items of the fast lane first.
type lanes struct {
	fast, slow workqueue.TypedInterface[string]
	workers    workqueue.TypedInterface[string]
}

func newLanes() *lanes {
	l := &lanes{
		fast:    workqueue.NewTyped[string](),
		slow:    workqueue.NewTyped[string](),
		workers: workqueue.NewTyped[string](),
	}
	go pass(l.fast, l.workers)
	go pass(l.slow, l.workers)
	return l
}

func pass(from, to workqueue.TypedInterface[string]) {
	for {
		key, shutdown := from.Get()
		if shutdown {
			return
		}
		from.Done(key)
		to.Add(key)
	}
}

func (l *lanes) Add(key string)      { l.fast.Add(key) }
func (l *lanes) Len() int            { return l.workers.Len() }
func (l *lanes) Get() (string, bool) { return l.workers.Get() }
func (l *lanes) Done(key string)     { l.workers.Done(key) }
func (l *lanes) ShutDown()           { l.fast.ShutDown(); l.slow.ShutDown() }
func (l *lanes) ShutDownWithDrain()  { l.ShutDown() }
func (l *lanes) ShuttingDown() bool  { return l.fast.ShuttingDown() }

// newQueue returns the queue of a controller.
func newQueue(name string) workqueue.TypedRateLimitingInterface[string] {
	return workqueue.NewTypedRateLimitingQueueWithConfig(
		workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{
			DelayingQueue: workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: name, Queue: newLanes()}),
		},
	)
}

type syncer struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func (s *syncer) run(ctx context.Context, workers int) {
	var running sync.WaitGroup
	for range workers {
		running.Add(1)
		go func() {
			defer running.Done()
			for s.next() {
			}
		}()
	}
	<-ctx.Done()
	s.queue.ShutDown()
	running.Wait()
}

func (s *syncer) next() bool {
	key, shutdown := s.queue.Get()
	if shutdown {
		return false
	}
	defer s.queue.Done(key)
	if err := s.sync(key); err != nil {
		s.queue.AddRateLimited(key)
		return true
	}
	s.queue.Forget(key)
	return true
}

func (s *syncer) sync(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}

func main() {
	path := flag.String("config", "", "file of settings")
	flag.Parse()
	if *path == "" {
		os.Exit(1)
	}
	ctx := ctrl.SetupSignalHandler()
	for _, name := range []string{"described", "run"} {
		c := reports.New(name)
		if name == "run" {
			go c.Run(ctx)
		} else {
			println(c.Name())
		}
	}
	go (&syncer{queue: newQueue("fixed")}).run(ctx, 3)
	(&syncer{queue: newQueue("by file")}).run(ctx, workersIn(*path))
}

// workersIn returns the number of workers that a file sets.
func workersIn(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		os.Exit(1)
	}
	return len(text)
}
