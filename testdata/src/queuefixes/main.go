//go:build !cr19

// Command queuefixes handles items with workers that a fix mends, and says what became of the items.
package main

import (
	"errors"
	"fmt"

	"k8s.io/client-go/util/workqueue"
)

func newQueue() workqueue.TypedRateLimitingInterface[string] {
	return workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
}

// keeper never gives an item back.
type keeper struct {
	queue workqueue.TypedInterface[string]
	work  func(string) error
}

func (k *keeper) next() bool {
	key, quit := k.queue.Get() // want RL6001:"nothing in this package gives the items of this queue back"
	if quit {
		return false
	}
	if err := k.work(key); err != nil {
		fmt.Println(err)
	}
	return true
}

// grudge never forgets that an item failed.
type grudge struct {
	queue workqueue.TypedRateLimitingInterface[string]
	work  func(string) error
}

func (g *grudge) next() bool {
	key, quit := g.queue.Get()
	if quit {
		return false
	}
	defer g.queue.Done(key)
	if err := g.work(key); err != nil {
		g.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
		return true
	}
	return true
}

// hasty is another one, with an error that does not end the function.
type hasty struct {
	queue workqueue.TypedRateLimitingInterface[string]
	work  func(string) error
}

func (h *hasty) next() bool {
	key, quit := h.queue.Get()
	if quit {
		return false
	}
	defer h.queue.Done(key)
	if err := h.work(key); err != nil {
		h.queue.AddRateLimited(key) // want RL6003:"nothing in this package calls Forget"
	}
	return true
}

func failsOnce() func(string) error {
	failed := false
	return func(string) error {
		if failed {
			return nil
		}
		failed = true
		return errors.New("once")
	}
}

func main() {
	k := &keeper{workqueue.NewTyped[string](), func(string) error { return nil }}
	k.queue.Add("a")
	k.next()
	k.queue.Add("a")
	fmt.Println("handed out again:", k.queue.Len())

	g := &grudge{newQueue(), failsOnce()}
	g.queue.Add("b")
	g.next()
	g.next()
	fmt.Println("failures after a success:", g.queue.NumRequeues("b"))

	h := &hasty{newQueue(), failsOnce()}
	h.queue.Add("c")
	h.next()
	h.next()
	fmt.Println("failures after a success:", h.queue.NumRequeues("c"))
}
