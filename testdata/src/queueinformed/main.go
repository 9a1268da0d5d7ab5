// Command queueinformed has informers of its own, as generated code has them. Some workers have only what these tell, and no client.
package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	cfg, err := rest.InClusterConfig()
	check(err)
	cfg.QPS = 40
	client := kubernetes.NewForConfigOrDie(cfg)
	factory := NewSharedInformerFactory(client)
	stop := make(chan struct{})
	routes := newController("without a client", factory, newStore(time.Now()))
	writes := newController("with one", factory, newStore(time.Now()))
	writes.client = client
	factory.start(stop)
	go func() { check(routes.run(stop)) }()
	go func() { check(writes.run(stop)) }()
	<-stop
}

type factory struct {
	client    kubernetes.Interface
	lock      sync.Mutex
	informers map[string]cache.SharedIndexInformer
}

// NewSharedInformerFactory makes a factory.
func NewSharedInformerFactory(client kubernetes.Interface) *factory {
	return &factory{client: client, informers: make(map[string]cache.SharedIndexInformer)}
}

func (f *factory) informerFor(kind string, make func(kubernetes.Interface) cache.SharedIndexInformer) cache.SharedIndexInformer {
	f.lock.Lock()
	defer f.lock.Unlock()
	informer, exists := f.informers[kind]
	if exists {
		return informer
	}
	informer = make(f.client)
	f.informers[kind] = informer
	return informer
}

func (f *factory) start(stop <-chan struct{}) {
	for _, informer := range f.informers {
		go informer.Run(stop)
	}
}

func (f *factory) pods() *podInformer { return &podInformer{f} }

type podInformer struct{ factory *factory }

func (p *podInformer) informer() cache.SharedIndexInformer {
	return p.factory.informerFor("pods", NewPodInformer)
}

func (p *podInformer) lister() listers.PodLister {
	return listers.NewPodLister(p.informer().GetIndexer())
}

// NewPodInformer makes an informer.
func NewPodInformer(client kubernetes.Interface) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(&cache.ListWatch{
		ListFunc: func(o metav1.ListOptions) (runtime.Object, error) {
			return client.CoreV1().Pods("").List(context.Background(), o)
		},
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) {
			return client.CoreV1().Pods("").Watch(context.Background(), o)
		},
	}, &corev1.Pod{}, 0, cache.Indexers{})
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
	lister       listers.PodLister
	registration cache.ResourceEventHandlerRegistration
	queue        workqueue.TypedRateLimitingInterface[any]
	first        *atomic.Bool
	store        *store
}

func newController(name string, factory *factory, s *store) *controller {
	pods := factory.pods()
	c := &controller{
		name: name, lister: pods.lister(), first: &atomic.Bool{}, store: s,
		queue: workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[any](),
			workqueue.TypedRateLimitingQueueConfig[any]{Name: name}),
	}
	var err error
	c.registration, err = pods.informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.add, DeleteFunc: c.add, UpdateFunc: func(_, pod any) { c.add(pod) },
	})
	check(err)
	return c
}

func (c *controller) add(pod any) {
	if key, err := cache.MetaNamespaceKeyFunc(pod); err == nil {
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
