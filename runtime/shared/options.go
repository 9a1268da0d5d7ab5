package shared

import (
	"errors"
	"fmt"
	"log/slog"
)

const maxMaxLease = 10_000

// An Option changes how New makes a Budget.
type Option func(*options) error

type options struct {
	maxLease int
	fallback float64
	logger   *slog.Logger
}

// WithMaxLease sets how many tokens a process takes from the store at a time at
// most, 1 to 10,000. It takes fewer while it needs fewer, or while others want
// theirs. Without it, this is 100. For a store that is far away, it is what some
// round trips use at the whole rate.
func WithMaxLease(tokens int) Option {
	return func(o *options) error {
		if tokens < 1 || tokens > maxMaxLease {
			return fmt.Errorf("lease of %d tokens is outside 1 to %d", tokens, maxMaxLease)
		}
		o.maxLease = tokens
		return nil
	}
}

// WithFallback lets a process go on with a part of the rate, above 0 to 1, while
// it cannot reach the store. Without it, the process stops until the store is
// back.
//
// If n processes are cut off and others still reach the store, all together may
// exceed the limit by n times the fraction. If none reaches the store, the
// limit holds as long as the fractions of all add up to 1 at most. With 20
// processes, choose 0.05.
func WithFallback(fraction float64) Option {
	return func(o *options) error {
		if !(fraction > 0) || fraction > 1 {
			return fmt.Errorf("fallback %v is outside 0 to 1", fraction)
		}
		o.fallback = fraction
		return nil
	}
}

// WithLogger sets where the Budget says that the store is away or back. Without
// it, slog.Default().
func WithLogger(logger *slog.Logger) Option {
	return func(o *options) error {
		if logger == nil {
			return errors.New("the logger is nil")
		}
		o.logger = logger
		return nil
	}
}
