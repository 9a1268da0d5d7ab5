// Package syncer has a worker of a queue of another package. None of its functions handles a type of client-go's.
package syncer

import (
	"context"

	"rllint.test/runnables/workers"
)

// Syncer copies objects.
type Syncer interface {
	Start(ctx context.Context) error
}

type syncer struct {
	queue workers.Queue
}

// New returns a syncer.
func New(name string) Syncer { return &syncer{queue: workers.New(name)} }

func (s *syncer) Start(ctx context.Context) error {
	s.queue.Run(ctx, s.sync)
	return nil
}

func (s *syncer) sync(key string) error { return nil }
