package queues

import "k8s.io/client-go/util/workqueue"

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
