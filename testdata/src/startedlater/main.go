// Command startedlater sets what its manager's runnables run with after it adds them and before the manager starts them.
package main

import (
	"context"
	"errors"
	"flag"
	"log"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// A Pool is a queue with its workers.
type Pool struct {
	queue   workqueue.TypedRateLimitingInterface[string]
	workers int
}

// NewPool returns one with one worker.
func NewPool() *Pool {
	return &Pool{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()), workers: 1}
}

// Start runs the workers until the context ends.
func (p *Pool) Start(ctx context.Context) error {
	for i := 0; i < p.workers; i++ {
		go wait.UntilWithContext(ctx, p.work, time.Second)
	}
	<-ctx.Done()
	return nil
}

func (p *Pool) work(context.Context) { work(p.queue) }

func work(queue workqueue.TypedRateLimitingInterface[string]) {
	for {
		key, shutdown := queue.Get()
		if shutdown {
			return
		}
		if err := sync(key); err != nil {
			queue.AddRateLimited(key)
		} else {
			queue.Forget(key)
		}
		queue.Done(key)
	}
}

func sync(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}

func main() {
	workers := flag.Int("pool-workers", 3, "workers of the pool")
	captured := flag.Int("captured-workers", 3, "workers of the queue of a function")
	flag.Parse()
	config := ctrl.GetConfigOrDie()
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, ctrl.Options{})
	if err != nil {
		log.Fatal(err)
	}

	pool := NewPool()
	if err := mgr.Add(pool); err != nil {
		log.Fatal(err)
	}

	number := 1
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	err = mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		for range number {
			go work(queue)
		}
		<-ctx.Done()
		return nil
	}))
	if err != nil {
		log.Fatal(err)
	}

	each := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range *workers { // as many runnables as there are workers
		err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
			work(each)
			return nil
		}))
		if err != nil {
			log.Fatal(err)
		}
	}

	pool.workers = *workers
	number = *captured
	if err := mgr.Start(ctrl.SetupSignalHandler()); err != nil {
		log.Fatal(err)
	}
}
