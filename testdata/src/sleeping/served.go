package sleeping

import (
	"context"
	"time"

	"k8s.io/client-go/util/workqueue"

	"rllint.test/sleeping/served"
)

// served has a function of another package take its items, and one of its own.
type servedBy struct {
	first, second workqueue.TypedRateLimitingInterface[string]
}

func (s *servedBy) run(ctx context.Context) {
	time.Sleep(time.Minute) // before there is any item
	for served.Next(ctx, s.first, s.sync) {
	}
}

func (s *servedBy) sync(context.Context, string) error {
	time.Sleep(13 * time.Second) // want RL4003:"the queue's worker blocks here up to 13s .time.Sleep.; reached by sleeping.servedBy.run"
	return nil
}

func (s *servedBy) start() func() { return workerOf(s.second, s.other) }

func (s *servedBy) other(string) {
	time.Sleep(14 * time.Second) // want RL4003:"the queue's worker blocks here up to 14s .time.Sleep.; reached by sleeping.servedBy.start"
}

// workerOf makes a worker.
func workerOf(queue workqueue.TypedRateLimitingInterface[string], each func(string)) func() {
	return func() {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			each(key)
			queue.Forget(key)
			queue.Done(key)
		}
	}
}
