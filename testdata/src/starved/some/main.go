// Command some has controllers made by hand, of which two have one client, and one has another.
package main

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	clients := &builder{cfg}
	shared := informers.NewSharedInformerFactory(clients.of("informers"), 0)
	both := clients.of("both")
	pods := newController("pods", shared.Core().V1().Pods().Informer(), both)
	nodes := newController("nodes", shared.Core().V1().Nodes().Informer(), both)
	secrets := newController("secrets", shared.Core().V1().Secrets().Informer(), clients.of("secrets"))
	shared.Start(nil)
	go pods.run(3)
	go nodes.run(4)
	secrets.run(2)
}

// A builder makes clients of one config, each of which has a bucket of its own.
type builder struct{ config *rest.Config }

func (b *builder) of(name string) kubernetes.Interface {
	return kubernetes.NewForConfigOrDie(rest.AddUserAgent(b.config, name)) // want RL5001:"2 queues of this program have 7 workers"
}

type controller struct {
	client kubernetes.Interface
	synced cache.InformerSynced
	queue  workqueue.TypedRateLimitingInterface[string]
}

func newController(name string, informer cache.SharedIndexInformer, client kubernetes.Interface) *controller {
	c := &controller{client: client, synced: informer.HasSynced,
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](), workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
			c.queue.Add(key)
		}
	}})
	if err != nil {
		panic(err)
	}
	return c
}

func (c *controller) run(workers int) {
	for range workers {
		go c.work(context.Background())
	}
	select {}
}

func (c *controller) work(ctx context.Context) {
	for c.next(ctx) {
	}
}

func (c *controller) next(ctx context.Context) bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if _, err := c.client.Discovery().ServerVersion(); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	return true
}
