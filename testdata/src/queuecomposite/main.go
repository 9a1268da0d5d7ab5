// Command queuecomposite embeds a queue in a type of its own. The program's configuration says which kind of queue that is.
package main

import (
	"context"
	"flag"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/client-go/util/workqueue"
)

type queue = workqueue.TypedRateLimitingInterface[string]

// A composite is a queue that more is known of than it is made with.
type composite interface {
	queue
	describe() string
}

type slow struct{ queue }

func (*slow) describe() string { return "slow" }

type quick struct {
	queue
	since time.Time
}

func (*quick) describe() string { return "quick" }

func newQueue(kind string) queue {
	switch kind {
	case "bucket":
		return workqueue.NewTypedRateLimitingQueue[string](&workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(5, 10)})
	case "items":
		return workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute))
	case "both":
		return workqueue.NewTypedRateLimitingQueue(workqueue.NewTypedMaxOfRateLimiter[string](
			workqueue.NewTypedItemExponentialFailureRateLimiter[string](time.Second, time.Minute),
			&workqueue.TypedBucketRateLimiter[string]{Limiter: rate.NewLimiter(5, 10)}))
	}
	return workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
}

func newComposite(kind string) composite {
	q := newQueue(kind)
	if kind == "bucket" {
		return &quick{queue: q, since: time.Now()}
	}
	return &slow{q}
}

type pool struct{ items composite }

func (p *pool) work(ctx context.Context) {
	for {
		key, quit := p.items.Get()
		if quit {
			return
		}
		if ctx.Err() != nil {
			p.items.AddRateLimited(key)
		} else {
			p.items.Forget(key)
		}
		p.items.Done(key)
	}
}

func main() {
	kind := flag.String("queue", "items", "")
	workers := flag.Int("workers", 3, "")
	flag.Parse()
	p := &pool{newComposite(*kind)}
	for range *workers {
		go p.work(context.Background())
	}
	select {}
}
