package queues

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/watch"
)

// A watcher reads events from watches itself.
type watcher struct {
	queue queue
	other queue
	sync  func(string) error
}

func (w *watcher) ranges(events watch.Interface) {
	for event := range events.ResultChan() {
		if event.Type == watch.Error {
			continue
		}
		w.enqueue(event)
	}
}

func (w *watcher) enqueue(event watch.Event) {
	w.queue.AddRateLimited(name(event)) // want RL6005:"counts it as a failure"
}

func (w *watcher) selects(ctx context.Context, events watch.Interface) {
	again := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			w.other.AddRateLimited("all") // each minute, which is no event
		case event, ok := <-events.ResultChan():
			if !ok {
				w.other.AddRateLimited("lost")
				return
			}
			if err := w.sync(name(event)); err != nil {
				w.other.AddRateLimited(name(event)) // a failure
				continue
			}
			w.other.AddRateLimited(name(event)) // want RL6005:"counts it as a failure"
		}
	}
}

func (w *watcher) waits(events watch.Interface) {
	event := <-events.ResultChan()
	if event.Object != nil {
		w.other.AddRateLimited(name(event)) // want RL6005:"counts it as a failure"
	}
}

func (w *watcher) worker(q queue) {
	for key, quit := q.Get(); !quit; key, quit = q.Get() {
		if err := w.sync(key); err != nil {
			q.AddRateLimited(key)
		} else {
			q.Forget(key)
		}
		q.Done(key)
	}
}

func watched(sync func(string) error) *watcher {
	w := &watcher{queue: newQueue(), other: newQueue(), sync: sync}
	go w.worker(w.queue)
	go w.worker(w.other)
	return w
}

func name(event watch.Event) string { return string(event.Type) }
