// Package far has two interfaces with the same methods, and a type for each.
package far

import (
	"context"
	"time"
)

// A Fetcher is quick.
type Fetcher interface {
	Do(ctx context.Context) error
}

// A Drainer takes its time.
type Drainer interface {
	Do(ctx context.Context) error
}

// NewFetcher makes a Fetcher.
func NewFetcher() Fetcher { return &fetcher{} }

// NewDrainer makes a Drainer.
func NewDrainer() Drainer { return &drainer{} }

type (
	fetcher struct{}
	drainer struct{}
)

func (*fetcher) Do(context.Context) error { return nil }

func (*drainer) Do(context.Context) error {
	time.Sleep(time.Minute) // want RL4003:"Reconcile blocks here up to 1m .time.Sleep.; reached by twins.drains.Reconcile → far.drainer.Do"
	return nil
}
