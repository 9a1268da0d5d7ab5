// Package pods has a controller of pods.
package pods

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/queueregistry/framework"
)

func init() { _ = framework.Register(&controller{}) }

type controller struct {
	client  kubernetes.Interface
	queue   workqueue.TypedRateLimitingInterface[string]
	workers int
}

func (c *controller) Name() string { return "pods" }

func (c *controller) Initialize(o *framework.Options) error {
	c.client, c.workers = o.Client, o.Workers
	c.queue = workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "pods"})
	return nil
}

func (c *controller) Run(stop <-chan struct{}) {
	for range c.workers {
		go wait.Until(c.work, time.Second, stop)
	}
	<-stop
}

func (c *controller) work() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if c.client.CoreV1().Pods("").Delete(context.Background(), key, metav1.DeleteOptions{}) != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
