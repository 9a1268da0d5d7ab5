// Package giver gives queues of another package their limiters.
package giver

import (
	"time"

	"k8s.io/client-go/util/workqueue"

	"rllint.test/queues/given"
)

func slow() workqueue.TypedRateLimiter[string] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute)
}

// pods has two queues of another package, with one limiter.
type pods struct{ created, deleted *given.Asking }

func newPods() *pods {
	limiter := slow()
	return &pods{
		created: given.NewAsking("created", limiter),
		deleted: given.NewAsking("deleted", limiter), // want RL2001:"the queue made at line 22 asks the same limiter"
	}
}

// Settings say which limiter there is.
type Settings struct {
	Limiter workqueue.TypedRateLimiter[string]
}

// settled has queues with the limiter that its users choose, which may remember nothing.
func settled(s Settings) *pods {
	return &pods{
		created: named("created", s.Limiter),
		deleted: named("deleted", s.Limiter), // want RL2001:"the queue made at line 35 asks the same limiter"
	}
}

// named hands the limiter on.
func named(name string, limiter workqueue.TypedRateLimiter[string]) *given.Asking {
	return given.NewAsking("my-"+name, limiter)
}

// single has queues with a limiter each.
func single() *pods {
	return &pods{given.NewAsking("created", slow()), given.NewAsking("deleted", slow())}
}

// renewed has a limiter of its own for each queue, in one field.
func renewed(s Settings) *pods {
	p := &pods{}
	s.Limiter = slow()
	p.created = named("created", s.Limiter)
	s.Limiter = slow()
	p.deleted = named("deleted", s.Limiter)
	return p
}

// either makes one queue, in one way or another.
func either(fast bool) *given.Asking {
	limiter := slow()
	if fast {
		return given.NewAsking("fast", limiter)
	}
	return given.NewAsking("slow", limiter)
}

// lines have a queue that asks no limiter.
func lines() (*given.Asking, *given.Queue) {
	limiter := given.Limiter()
	return given.NewAsking("asking", slow()), given.New(limiter)
}

// ungrouped has one queue: the other is not made.
func ungrouped() *given.Pair {
	limiter := slow()
	return given.NewPair(limiter, false, limiter)
}
