// Command runnables hands its manager what has queues of its own: their workers run when the manager starts them.
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"rllint.test/runnables/syncer"
)

// A Dynamic has workers that Start starts.
type Dynamic struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	workers int
}

// NewDynamic returns one with so many workers.
func NewDynamic(workers int) *Dynamic {
	return &Dynamic{
		queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
		workers: workers,
	}
}

// Start runs the workers until the context ends.
func (d *Dynamic) Start(ctx context.Context) error {
	for i := 0; i < d.workers; i++ {
		go wait.UntilWithContext(ctx, d.work, time.Second)
	}
	<-ctx.Done()
	return nil
}

func (d *Dynamic) work(ctx context.Context) {
	for {
		key, shutdown := d.queue.Get()
		if shutdown {
			return
		}
		if err := d.sync(key); err != nil {
			d.queue.AddRateLimited(key)
		} else {
			d.queue.Forget(key)
		}
		d.queue.Done(key)
	}
}

func (d *Dynamic) sync(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}

func main() {
	dynamic := flag.Int("dynamic-workers", 3, "workers of the dynamic controller")
	flag.Parse()
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		os.Exit(1)
	}
	if err := mgr.Add(NewDynamic(*dynamic)); err != nil {
		os.Exit(1)
	}
	s := syncer.New("syncer")
	if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error { return s.Start(ctx) })); err != nil {
		os.Exit(1)
	}
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		os.Exit(1)
	}
}
