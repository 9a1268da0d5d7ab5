// Package far waits for others.
package far

import (
	"context"
	"time"
)

// Disks waits for disks.
type Disks struct{}

// Await waits for a disk.
func (d *Disks) Await(_ context.Context, name string) error {
	for name != "" {
		time.Sleep(10 * time.Second) // want RL4003:"Reconcile blocks here 10s at a time, with no upper bound .time.Sleep.*reached by near.Volumes.Reconcile → far.Disks.Await"
	}
	return nil
}

// Tapes has the same methods, and is nowhere where a reconciler finds it.
type Tapes struct{}

// Await waits for a tape.
func (t *Tapes) Await(_ context.Context, name string) error {
	for name != "" {
		time.Sleep(10 * time.Second)
	}
	return nil
}
