// Command appended runs the controllers that a setting names, each added to a list in a loop.
package main

import (
	"os"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/workqueue"
)

type runner interface {
	Run(workers int, stop <-chan struct{})
}

type ctl struct {
	queue workqueue.TypedRateLimitingInterface[string]
}

func newCtl() *ctl {
	return &ctl{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}
}

func (c *ctl) Run(workers int, stop <-chan struct{}) {
	for i := 0; i < workers; i++ {
		go wait.Until(c.work, time.Second, stop)
	}
	<-stop
}

func (c *ctl) work() {
	for {
		k, quit := c.queue.Get()
		if quit {
			return
		}
		if err := os.Remove(k); err != nil {
			c.queue.AddRateLimited(k)
		} else {
			c.queue.Forget(k)
		}
		c.queue.Done(k)
	}
}

type other struct{ ctl }

func newOther() *other {
	return &other{ctl{queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())}}
}

func common() runner { return newCtl() }

func main() {
	running := []runner{common()}
	for _, name := range strings.Split(os.Getenv("MODE"), ",") {
		if len(name) == 0 {
			continue
		}
		switch name {
		case "a":
			c := newOther()
			running = append(running, c)
		case "b":
			c := newOther()
			running = append(running, c)
		default:
			println("skip")
		}
	}
	stop := make(chan struct{})
	for _, r := range running {
		go r.Run(50, stop)
	}
	<-stop
}
