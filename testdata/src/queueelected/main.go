//go:build !cr19

// Command queueelected takes part in an election with a client of its own, whose limits are those of no worker.
package main

import (
	"context"
	"os"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/workqueue"
)

func main() {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		panic(err)
	}
	election := rest.CopyConfig(cfg)
	election.QPS = 20
	clients := func() kubernetes.Interface { return kubernetes.NewForConfigOrDie(cfg) }
	elector := kubernetes.NewForConfigOrDie(election)
	go lead(elector, alone)
	lead(elector, func(ctx context.Context) {
		run(clients(), workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
			workqueue.TypedRateLimitingQueueConfig[string]{Name: "with a client"}))
		run(nil, workqueue.NewTypedRateLimitingQueueWithConfig( // its workers have no client, so they have not the program's
			workqueue.DefaultTypedControllerRateLimiter[string](),
			workqueue.TypedRateLimitingQueueConfig[string]{Name: "without one"}))
	})
}

// alone has a client of which nothing is known.
func alone(ctx context.Context) {
	run(ctx.Value("client").(kubernetes.Interface), workqueue.NewTypedRateLimitingQueueWithConfig(workqueue.DefaultTypedControllerRateLimiter[string](),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "alone"}))
}

// lead runs what the leader does.
func lead(client kubernetes.Interface, run func(context.Context)) {
	lock, err := resourcelock.New(resourcelock.LeasesResourceLock, "default", "queueelected", client.CoreV1(), client.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: "a"})
	if err != nil {
		panic(err)
	}
	leaderelection.RunOrDie(context.Background(), leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: run, OnStoppedLeading: func() { os.Exit(0) }},
	})
}

func run(client kubernetes.Interface, queue workqueue.TypedRateLimitingInterface[string]) {
	go func() {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			if client == nil || key == "" {
				queue.AddRateLimited(key)
			} else {
				queue.Forget(key)
			}
			queue.Done(key)
		}
	}()
}
