// Command elected makes its clients once it leads, and hands them to controllers that it starts after that.
package main

import (
	"context"
	"flag"
	"log"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/workqueue"
)

var elect = flag.Bool("elect", true, "")

func main() {
	flag.Parse()
	ctx := context.Background()
	lock := &resourcelock.LeaseLock{Client: clientOf(3).CoordinationV1()}

	var pods *clients
	started := make(chan struct{})
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:          lock,
		LeaseDuration: time.Minute,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {
				pods = &clients{clientOf(50)}
				close(started)
			},
			OnStoppedLeading: func() { log.Fatal("not the leader any more") },
		},
	})
	<-started
	go newController(pods, "pods").run()

	var nodes *clients
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock:      lock,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { nodes = &clients{clientOf(70)} }},
	})
	if err != nil {
		log.Fatal(err)
	}
	elector.Run(ctx)
	newController(nodes, "nodes").run()
	if *elect {
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock:      lock,
			Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) { Events(pods) }},
		})
	} else {
		Events(pods)
	}
}

// Events starts a controller, as the leader or without an election: it is one.
func Events(c *clients) { newController(c, "events").run() }

type clients struct{ kube kubernetes.Interface }

func clientOf(qps float32) kubernetes.Interface {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		log.Fatal(err)
	}
	cfg.QPS = qps
	return kubernetes.NewForConfigOrDie(cfg)
}

type controller struct {
	*clients
	queue workqueue.TypedRateLimitingInterface[string]
}

func newController(c *clients, name string) *controller {
	return &controller{c, workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: name})}
}

func (c *controller) run() {
	for {
		key, quit := c.queue.Get()
		if quit {
			return
		}
		if _, err := c.kube.Discovery().ServerVersion(); err != nil {
			c.queue.AddRateLimited(key)
		} else {
			c.queue.Forget(key)
		}
		c.queue.Done(key)
	}
}
