// Package group starts several controllers at once. It knows nothing of queues.
package group

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// A Starter is a controller.
type Starter interface {
	Start(ctx context.Context, workers int) error
}

// All starts controllers, each with as many workers.
func All(ctx context.Context, workers int, list ...Starter) error {
	return start(ctx, workers, list...)
}

func start(ctx context.Context, workers int, list ...Starter) error {
	var g errgroup.Group
	for _, s := range list {
		g.Go(func() error { return s.Start(ctx, workers) })
	}
	return g.Wait()
}
