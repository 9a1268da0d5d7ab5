// Package base has the steps of a pass, which call what the package that embeds them has in their place.
package base

import "context"

// Steps are what a pass does.
type Steps interface {
	Render(ctx context.Context, name string) error
	Forget(ctx context.Context, name string) error
}

// Pass makes the steps.
type Pass struct{ steps []Steps }

// NewPass returns a pass of some steps, and more.
func NewPass(steps ...Steps) *Pass { return &Pass{steps} }

// Run makes them.
func (p *Pass) Run(ctx context.Context, name string) error {
	for _, s := range p.steps {
		if err := s.Render(ctx, name); err != nil {
			return err
		}
		if err := s.Forget(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

var rendered = make(map[string]bool)

// Forget is what most have for that step.
func (p *Pass) Forget(_ context.Context, name string) error {
	delete(rendered, name) // want RL4011:"Reconcile writes into the map variable rendered without a lock.*reached by pods.Reconciler.Reconcile → base.Pass.Run → base.Pass.Forget"
	return nil
}
