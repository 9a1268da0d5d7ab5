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

func (s *servedBy) third() func() { return workerAtOnce(s.second, s.last) }

func (s *servedBy) last(string) error {
	time.Sleep(15 * time.Second) // want RL4003:"the queue's worker blocks here up to 15s .time.Sleep.; reached by sleeping.servedBy.third"
	return nil
}

// workerAtOnce hands the item to a function literal, which calls what it was handed.
func workerAtOnce[T comparable](queue workqueue.TypedRateLimitingInterface[T], each func(T) error) func() {
	return func() {
		for takesOne(queue, each) {
		}
	}
}

func takesOne[T comparable](queue workqueue.TypedRateLimitingInterface[T], each func(T) error) bool {
	item, quit := queue.Get()
	if quit {
		return false
	}
	if err := func(item T) error {
		defer queue.Done(item)
		if err := each(item); err != nil {
			queue.AddRateLimited(item)
			return err
		}
		queue.Forget(item)
		return nil
	}(item); err != nil {
		println(err.Error())
	}
	return true
}

func (s *servedBy) fourth() { go takesItems(s.second, s.slow) }

func (s *servedBy) slow(string) error {
	time.Sleep(16 * time.Second) // want RL4003:"the queue's worker blocks here up to 16s .time.Sleep.; reached by sleeping.servedBy.fourth"
	return nil
}

func takesItems(queue workqueue.TypedRateLimitingInterface[string], each func(string) error) {
	for {
		key, quit := queue.Get()
		if quit {
			return
		}
		if each(key) == nil {
			queue.Forget(key)
		}
		queue.Done(key)
	}
}
