//go:build !cr19

// Command queuelimiters has queues that ask no limiter themselves: types of its own ask one beside them for the delay of a retry.
package main

import (
	"os"
	"time"

	"k8s.io/client-go/util/workqueue"
)

func main() {
	own := &limited{workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: "of a type of its own"}), backOff()}
	go work(own)

	held := &controller{limited: limited{workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: "held by value"}), backOff()}}
	go held.run()

	beside := &worker{queue: workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: "beside"}), limiter: backOff(), polls: fixed(time.Minute)}
	go beside.run()

	program := &limited{workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: "the program's own limiter"}), fixed(time.Second)}
	go work(program)

	none := &unlimited{workqueue.NewTypedDelayingQueueWithConfig(workqueue.TypedDelayingQueueConfig[string]{Name: "none"}), backOff()}
	go work(none)
	select {}
}

func backOff() workqueue.TypedRateLimiter[string] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
}

// A queue is what the workers need of one.
type queue interface {
	workqueue.TypedInterface[string]
	AddRateLimited(key string)
	Forget(key string)
}

func work(q queue) {
	for {
		key, quit := q.Get()
		if quit {
			return
		}
		if os.Remove(key) != nil {
			q.AddRateLimited(key)
		} else {
			q.Forget(key)
		}
		q.Done(key)
	}
}

// A limited queue asks its limiter.
type limited struct {
	workqueue.TypedDelayingInterface[string]
	limiter workqueue.TypedRateLimiter[string]
}

func (q *limited) AddRateLimited(key string) { q.AddAfter(key, q.delay(key)) }
func (q *limited) Forget(key string)         { q.limiter.Forget(key) }

func (q *limited) delay(key string) time.Duration { return max(q.limiter.When(key), time.Millisecond) }

type controller struct{ limited limited }

func (c *controller) run() { work(&c.limited) }

// An unlimited queue waits as long each time, and asks its limiter for something else.
type unlimited struct {
	workqueue.TypedDelayingInterface[string]
	limiter workqueue.TypedRateLimiter[string]
}

func (q *unlimited) AddRateLimited(key string) { q.AddAfter(key, time.Minute) }
func (q *unlimited) Forget(key string)         { q.limiter.Forget(key) }

func (q *unlimited) Wait(key string) {
	q.AddAfter(key, time.Minute)
	time.Sleep(q.limiter.When(key))
}

// A worker asks the limiter itself.
type worker struct {
	queue          workqueue.TypedDelayingInterface[string]
	polls, limiter workqueue.TypedRateLimiter[string]
}

func (w *worker) run() {
	for w.next() {
	}
}

func (w *worker) next() bool {
	key, quit := w.queue.Get()
	if quit {
		return false
	}
	defer w.queue.Done(key)
	if os.Remove(key) != nil {
		w.queue.AddAfter(key, w.limiter.When(key))
		return true
	}
	w.limiter.Forget(key)
	return true
}

// fixed is a limiter with the same delay each time.
type fixed time.Duration

func (f fixed) When(string) time.Duration { return time.Duration(f) }
func (f fixed) Forget(string)             {}
func (f fixed) NumRequeues(string) int    { return 0 }
