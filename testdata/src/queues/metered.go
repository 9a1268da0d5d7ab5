package queues

import (
	"k8s.io/client-go/util/workqueue"

	"rllint.test/queues/nodes"
)

// metered has another package make its queue, with a limiter that is never asked.
type metered struct{ queue queue }

func newMetered(queues *nodes.Queues) *metered {
	return &metered{queue: queues.Metered(workqueue.DefaultTypedControllerRateLimiter[string](), "metered")} // want RL6004:"nothing calls AddRateLimited on this queue"
}

func (m *metered) next() bool {
	key, quit := m.queue.Get()
	if quit {
		return false
	}
	defer m.queue.Done(key)
	_ = work(key)
	return true
}
