// Command queueinformed has informers of its own, as generated code has them. Some workers have only what these tell, and no client.
package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"rllint.test/queueinformed/informers"
)

func main() {
	cfg, err := rest.InClusterConfig()
	check(err)
	cfg.QPS = 40
	client := kubernetes.NewForConfigOrDie(cfg)
	factory := informers.NewSharedInformerFactory(client)
	stop := make(chan struct{})
	routes := newController("without a client", factory, newStore(time.Now()))
	writes := newController("with one", factory, newStore(time.Now()))
	writes.client = client
	probe(client, writes)
	newTold(client).start(stop)
	factory.Start(stop)
	go func() { check(routes.run(stop)) }()
	go func() { check(writes.run(stop)) }()
	<-stop
}

// A store keeps what workers learn.
type store struct {
	since  time.Time
	routes sync.Map
	told   []func(string)
	events chan string
}

func newStore(since time.Time) *store { return &store{since: since, events: make(chan string)} }

type controller struct {
	name         string
	client       kubernetes.Interface
	factory      informers.Factory
	lister       listers.PodLister
	registration cache.ResourceEventHandlerRegistration
	queue        workqueue.TypedRateLimitingInterface[any]
	first        *atomic.Bool
	store        *store
}

func newController(name string, factory informers.Factory, s *store) *controller {
	pods := factory.Core().Pods()
	c := &controller{
		name: name, factory: factory, lister: pods.Lister(), first: &atomic.Bool{}, store: s,
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[any](),
			workqueue.TypedRateLimitingQueueConfig[any]{Name: name}),
	}
	var err error
	c.registration, err = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.add, DeleteFunc: c.add, UpdateFunc: func(_, pod any) { c.add(pod) },
	})
	check(err)
	return c
}

func (c *controller) add(pod any) {
	if key, err := cache.MetaNamespaceKeyFunc(pod); err == nil { // want RL7002:"has no key"
		c.queue.Add(key)
	}
}

func (c *controller) run(stop <-chan struct{}) error {
	defer c.queue.ShutDown()
	if !cache.WaitForCacheSync(stop, c.registration.HasSynced) {
		return context.Canceled
	}
	go wait.Until(c.work, time.Second, stop)
	<-stop
	return nil
}

func (c *controller) work() {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.handle(key.(string)); err != nil {
		c.queue.AddRateLimited(key)
		return true
	}
	c.queue.Forget(key)
	c.first.Store(true)
	return true
}

func (c *controller) handle(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	_, err = c.lister.Pods(namespace).Get(name)
	c.store.routes.Store(key, err == nil)
	return err
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
