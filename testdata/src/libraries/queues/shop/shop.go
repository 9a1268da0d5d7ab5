// Package shop has a controller whose workers are method values.
package shop

import (
	"errors"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/libraries/queues/metered"
)

// A Shop has two queues.
type Shop struct {
	orders, returns workqueue.TypedRateLimitingInterface[string]
}

// New makes the queues.
func New() *Shop {
	return &Shop{
		orders:  metered.NewQueue("orders"),
		returns: metered.NewQueue("returns"),
	}
}

// Run runs the workers.
func (s *Shop) Run(workers int, stop <-chan struct{}, wg *sync.WaitGroup) {
	for i := 0; i < workers; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			wait.Until(s.order, time.Second, stop)
		}()
		go wait.Until(s.back, time.Second, stop)
	}
	<-stop
}

func (s *Shop) order() {
	key, quit := s.orders.Get()
	if quit {
		return
	}
	defer s.orders.Done(key)
	if err := sell(key); err != nil {
		s.orders.AddRateLimited(key)
		return
	}
	s.orders.Forget(key)
}

func (s *Shop) back() {
	key, quit := s.returns.Get()
	if quit {
		return
	}
	defer s.returns.Done(key)
	if err := sell(key); err != nil {
		s.returns.AddRateLimited(key)
		return
	}
	s.returns.Forget(key)
}

func sell(key string) error {
	if key == "" {
		return errors.New("nothing to sell")
	}
	return nil
}
