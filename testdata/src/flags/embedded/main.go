// Command embedded limits its client by a field that it has from an embedded configuration, and that no flag sets.
package main

import (
	"context"
	"flag"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/flags/embedded/options"
)

type controller struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
}

func (c *controller) run(workers int) {
	for range workers {
		go c.work()
	}
	select {}
}

func (c *controller) work() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if err := c.client.CoreV1().Pods("").Delete(context.Background(), key, metav1.DeleteOptions{}); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func main() {
	server := options.NewServer()
	server.AddFlags(flag.CommandLine)
	flag.Parse()
	cfg, err := rest.InClusterConfig()
	if err != nil {
		log.Fatal(err)
	}
	cfg.QPS, cfg.Burst = server.QPS, server.Burst
	c := &controller{
		client: kubernetes.NewForConfigOrDie(cfg), // want RL5001:"clients of 5 requests a second"
		queue:  workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
	c.run(server.ConcurrentSyncs)
}
