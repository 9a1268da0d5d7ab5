package queues

import (
	"errors"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

// spent gives a key up after five failures, and no success takes them back.
type spent struct{ queue queue }

const synced = ""

func newSpent() *spent {
	s := &spent{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
	s.queue.Add(synced)
	return s
}

func (s *spent) next() bool {
	key, quit := s.queue.Get() // want RL6003:"NumRequeues counts all its failures and not those in a row, and the worker gives it up after as many"
	if quit {
		return false
	}
	defer s.queue.Done(key)
	if key == synced {
		s.queue.Forget(key)
		return true
	}
	if err := work(key); err != nil {
		if s.queue.NumRequeues(key) < 5 {
			s.queue.AddRateLimited(key)
			return true
		}
		s.queue.Forget(key)
	}
	return true
}

// counting only tells how often a key has failed: what gives it up is the kind of its error.
type counting struct{ queue queue }

func newCounting() *counting {
	t := &counting{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
	t.queue.Add(synced)
	return t
}

func (t *counting) next() bool {
	key, quit := t.queue.Get() // want RL6003:"the queue.s limiter keeps its failures, and the next error of an equal item"
	if quit {
		return false
	}
	defer t.queue.Done(key)
	if key == synced {
		t.queue.Forget(key)
		return true
	}
	if err := work(key); err != nil {
		fmt.Println(key, t.queue.NumRequeues(key), err)
		if errors.Is(err, errBeyond) {
			t.queue.Forget(key)
			return true
		}
		t.queue.AddRateLimited(key)
	}
	return true
}

var errBeyond = errors.New("nothing can mend it")
