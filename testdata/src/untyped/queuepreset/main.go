// Command queuepreset makes its client as generated code does, of a config in which controller-runtime has set a rate. The limiter of
// that rate is nobody's choice.
package main

import (
	"flag"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
)

type clientset struct{ rest rest.Interface }

func NewForConfig(c *rest.Config) (*clientset, error) {
	own := *c
	if own.RateLimiter == nil && own.QPS > 0 {
		own.RateLimiter = flowcontrol.NewTokenBucketRateLimiter(own.QPS, own.Burst)
	}
	client, err := rest.RESTClientFor(&own)
	return &clientset{client}, err
}

func main() {
	workers := flag.Int("workers", 30, "")
	flag.Parse()
	clients, err := NewForConfig(ctrl.GetConfigOrDie()) // want RL5001:"clients of 20 requests a second .burst 30., config.GetConfigOrDie of controller-runtime v0.14.7"
	if err != nil {
		panic(err)
	}
	queue := workqueue.NewRateLimitingQueue(workqueue.DefaultControllerRateLimiter())
	for i := 0; i < *workers; i++ {
		go clients.work(queue)
	}
	select {}
}

func (c *clientset) work(queue workqueue.RateLimitingInterface) {
	for {
		key, quit := queue.Get()
		if quit {
			return
		}
		if c.rest.Get() == nil {
			queue.AddRateLimited(key)
		} else {
			queue.Forget(key)
		}
		queue.Done(key)
	}
}
