//go:build !cr19

// Package reelected takes part in the next election when it no longer leads.
package reelected

import (
	"context"

	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/util/workqueue"
)

// A Candidate starts a controller each time that it leads.
type Candidate struct {
	lost, won func(context.Context)
}

// Run takes part in elections until ctx ends.
func (c *Candidate) Run(ctx context.Context) {
	lead, cancel := context.WithCancel(ctx)
	c.won = func(ctx context.Context) { run(ctx, "pods") }
	go leaderelection.RunOrDie(lead, leaderelection.LeaderElectionConfig{
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) { c.won(ctx) },
			OnStoppedLeading: func() {
				cancel()
				c.again(ctx)
			},
		},
	})
}

func (c *Candidate) again(ctx context.Context) {
	if ctx.Err() == nil {
		c.Run(ctx)
	}
}

func run(ctx context.Context, name string) {
	queue := workqueue.NewTypedWithConfig(workqueue.TypedQueueConfig[string]{Name: name})
	go func() {
		for {
			key, quit := queue.Get()
			if quit {
				return
			}
			queue.Done(key)
		}
	}()
	<-ctx.Done()
}
