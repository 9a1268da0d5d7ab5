// Command optioned makes queues in functions that set one option each, with a limiter of its own for each queue.
package main

import (
	"context"

	"k8s.io/client-go/util/workqueue"
)

type loop struct {
	name  string
	queue workqueue.TypedRateLimitingInterface[string]
}

type option func(*loop)

func withLimiter(limiter workqueue.TypedRateLimiter[string]) option {
	return func(l *loop) {
		l.queue = workqueue.NewTypedRateLimitingQueueWithConfig(limiter, workqueue.TypedRateLimitingQueueConfig[string]{Name: l.name})
	}
}

func newLoop(name string) *loop {
	l := &loop{name: name}
	withLimiter(workqueue.DefaultTypedControllerRateLimiter[string]())(l)
	return l
}

func (l *loop) run(ctx context.Context) {
	for {
		key, quit := l.queue.Get()
		if quit {
			return
		}
		if ctx.Err() != nil {
			l.queue.AddRateLimited(key)
		} else {
			l.queue.Forget(key)
		}
		l.queue.Done(key)
	}
}

func main() {
	ctx := context.Background()
	first, second := newLoop("first"), newLoop("second")
	go second.run(ctx)
	for range 3 {
		go first.run(ctx)
	}
	<-ctx.Done()
}
