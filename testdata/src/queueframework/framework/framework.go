// Package framework starts what it is handed, and knows nothing of queues.
package framework

import "context"

// A Starter can be started.
type Starter interface {
	Start(ctx context.Context, workers int) error
}

// A Manager starts several.
type Manager struct{ list []Starter }

// Add keeps one.
func (m *Manager) Add(s Starter) { m.list = append(m.list, s) }

// Run starts them.
func (m *Manager) Run(ctx context.Context, workers int) {
	for _, s := range m.list {
		go func() { _ = s.Start(ctx, workers) }()
	}
	<-ctx.Done()
}
