// Package options has options with methods that change them.
package options

import (
	"golang.org/x/time/rate"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/limits"
)

// Options are the limits of a controller.
type Options struct {
	Workers int
	Global  *rate.Limiter
}

// SetWorkers sets the number of workers.
func (o *Options) SetWorkers(n int) { o.Workers = n }

// Unchanged changes a copy of o.
func (o Options) Unchanged(n int) { o.Workers = n }

// ForControllerRuntime returns the part of o that controller-runtime takes.
func (o *Options) ForControllerRuntime() controller.Options {
	var options controller.Options
	options.MaxConcurrentReconciles = o.Workers
	options.RateLimiter = limits.NewController()
	return options
}

// A Builder builds options.
type Builder struct{ options Options }

// NewBuilder returns a builder of options without limits.
func NewBuilder() *Builder { return &Builder{} }

// WithWorkers sets the number of workers.
func (b *Builder) WithWorkers(n int) *Builder {
	b.options.Workers = n
	return b
}

// WithGlobal sets the limiter of all reconcilers.
func (b *Builder) WithGlobal(global *rate.Limiter) *Builder {
	b.options.Global = global
	return b
}

// Build returns the options.
func (b *Builder) Build() *Options {
	options := b.options
	return &options
}
