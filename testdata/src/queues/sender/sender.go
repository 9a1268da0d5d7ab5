// Package sender takes items from queues that another package has, and does not import that of the queues itself.
package sender

import (
	"errors"
	"fmt"
	"time"

	"k8s.io/client-go/tools/cache"

	"rllint.test/queues/nodes"
)

// sender sends what is in the queues that another package has.
type sender struct {
	queues *nodes.Queues
	store  cache.Store
	conns  map[string]bool
}

func (s *sender) loop(node string) {
	queue := s.queues.Of(node)
	for {
		key, quit := queue.Get() // want RL6001:"the way that ends at line 30 does not give the item back"
		if quit {
			return
		}
		obj, exists, _ := s.store.GetByKey(key)
		if !exists {
			fmt.Println("gone")
			continue
		}
		for {
			if !s.conns[node] {
				time.Sleep(time.Second) // want RL4003:"the queue.s worker blocks here 1s at a time, with no upper bound"
				continue
			}
			if err := work(obj.(string)); err != nil {
				queue.AddRateLimited(key)
			}
			break
		}
		queue.Forget(key) // want RL6002:"Forget takes back the failure"
		queue.Done(key)
	}
}

func work(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}
