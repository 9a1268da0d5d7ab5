// Command queuemanaged has queues made by hand beside a manager. Their workers have the manager's client and another one, which is
// as near.
package main

import (
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func main() {
	cfg := ctrl.GetConfigOrDie()
	cfg.QPS = 90
	mgr, err := ctrl.NewManager(cfg, ctrl.Options{})
	check(err)
	plain, err := rest.InClusterConfig()
	check(err)
	c := &controller{objects: mgr.GetClient(), pods: kubernetes.NewForConfigOrDie(plain)}
	c.start()
	check(mgr.Start(ctrl.SetupSignalHandler()))
}

type controller struct {
	objects client.Client
	pods    kubernetes.Interface
	queue   workqueue.TypedRateLimitingInterface[string]
}

func (c *controller) start() {
	c.queue = workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	go c.run()
}

func (c *controller) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if _, err := c.pods.Discovery().ServerVersion(); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
