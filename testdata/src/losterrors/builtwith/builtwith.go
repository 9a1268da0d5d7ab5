// Package builtwith has functions that workers of a framework call for each key: it is built with them.
package builtwith

import (
	"context"
	"log"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/losterrors/builtwith/factory"
)

type controller struct {
	client kubernetes.Interface
	last   string
	hooked string
	seen   string
	all    string
}

// Start starts a controller.
func Start(ctx context.Context, client kubernetes.Interface, informer cache.SharedIndexInformer) {
	c := &controller{client: client}
	go new(factory.Factory).WithHooks(c.hook).WithFirst(c.first).WithInformer(informer, c.filter).WithSync(c.sync).ToController().Run(ctx)
	go new(factory.Factory).WithFirst(c.first).WithSync(c.syncAll).ToController().Run(ctx)
	go new(factory.Builder).For(&processor{client: client}).Complete()(ctx)
}

func (c *controller) sync(ctx context.Context, syncCtx factory.Context) error {
	c.last = syncCtx.QueueKey()  // want RL4011:"a worker of the queue keeps state of a request in controller.last"
	time.Sleep(20 * time.Second) // want RL4003:"the queue's worker blocks here up to 20s .time.Sleep.; reached by builtwith.Start"
	return c.remove(ctx)
}

func (c *controller) remove(ctx context.Context) error {
	if err := c.client.CoreV1().Pods("default").Delete(ctx, c.last, metav1.DeleteOptions{}); err != nil { // want RL4007:"the error of Delete is lost"
		log.Println("could not delete it", err)
	}
	return nil
}

// syncAll has one key alone: no other one waits, and there is no other pass.
func (c *controller) syncAll(ctx context.Context, syncCtx factory.Context) error {
	c.all = c.client.Discovery().RESTClient().APIVersion().Version
	time.Sleep(22 * time.Second)
	if err := c.client.CoreV1().Pods("all").Delete(ctx, c.all, metav1.DeleteOptions{}); err != nil { // want RL4007:"the error of Delete is lost"
		log.Println("could not delete it", err, syncCtx.Queue().Len())
	}
	return nil
}

// hook runs once, at the start: nobody waits for it, and nothing else has run.
func (c *controller) hook(ctx context.Context, syncCtx factory.Context) error {
	c.hooked = syncCtx.QueueKey()
	time.Sleep(21 * time.Second)
	if err := c.client.CoreV1().Nodes().Delete(ctx, c.hooked, metav1.DeleteOptions{}); err != nil {
		log.Println("could not delete it", err)
	}
	return nil
}

func (c *controller) first(ctx context.Context, syncCtx factory.Context) error {
	return c.hook(ctx, syncCtx)
}

// filter is asked for each event, one after another.
func (c *controller) filter(obj any) bool {
	c.seen, _ = obj.(string)
	return c.seen != ""
}

type processor struct {
	client kubernetes.Interface
	last   string
}

// Register makes the queue.
func (p *processor) Register() workqueue.TypedRateLimitingInterface[string] {
	return workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
}

// ProcessItem deletes a pod.
func (p *processor) ProcessItem(ctx context.Context, key string) error {
	p.last = key // want RL4011:"a worker of the queue keeps state of a request in processor.last"
	return p.client.CoreV1().Pods("default").Delete(ctx, p.last, metav1.DeleteOptions{})
}
