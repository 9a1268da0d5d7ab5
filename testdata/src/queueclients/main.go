// Command queueclients has controllers made by hand, each with a client of its own.
package main

import (
	"flag"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	qps := flag.Float64("pods-qps", 20, "")
	flag.Parse()
	pods := newController(clientOf(float32(*qps)), "pods")
	events := newController(clientOf(1000), "events", pods)
	plain := newController(kubernetes.NewForConfigOrDie(rest.AddUserAgent(config(), "plain")), "plain")
	go pods.run()
	go events.run()
	plain.run()
}

func config() *rest.Config {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	return cfg
}

func clientOf(qps float32) kubernetes.Interface {
	cfg := config()
	cfg.QPS = qps
	return kubernetes.NewForConfigOrDie(cfg)
}

type controller struct {
	client kubernetes.Interface
	queue  workqueue.TypedRateLimitingInterface[string]
	others []*controller
}

func newController(client kubernetes.Interface, name string, others ...*controller) *controller {
	return &controller{client, workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: name}), others}
}

func (c *controller) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if c.client == nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
