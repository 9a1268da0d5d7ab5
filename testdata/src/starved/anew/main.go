// Command anew has many workers, which make a client for each item and have no use for that of its informers.
package main

import (
	"log"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
)

const workers = 100

type controller struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
	queue   workqueue.TypedRateLimitingInterface[string]
}

func main() {
	cfg, err := rest.InClusterConfig()
	check(err)
	clientset, err := kubernetes.NewForConfig(cfg)
	check(err)
	c := &controller{client: clientset, factory: informers.NewSharedInformerFactory(clientset, 0)}
	c.queue = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	for range workers {
		go c.run()
	}
	select {}
}

func (c *controller) run() {
	for c.next() {
	}
}

func (c *controller) next() bool {
	key, quit := c.queue.Get()
	if quit {
		return false
	}
	defer c.queue.Done(key)
	if err := c.sync(); err != nil {
		c.queue.AddRateLimited(key)
	} else {
		c.queue.Forget(key)
	}
	return true
}

func (c *controller) sync() error {
	clientset, err := newClient()
	if err != nil {
		return err
	}
	_, err = clientset.Discovery().ServerVersion()
	return err
}

func newClient() (*kubernetes.Clientset, error) {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(cfg)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
