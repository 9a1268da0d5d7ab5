// Package gates runs functions once what they wait for is there.
package gates

import "sync"

// A Gate keeps functions until it is opened for them.
type Gate struct {
	mu      sync.Mutex
	waiting map[string][]func()
}

// Register keeps f until Open is called with the same name.
func (g *Gate) Register(f func(), name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting == nil {
		g.waiting = map[string][]func(){}
	}
	g.waiting[name] = append(g.waiting[name], f)
}

// Open calls what waits for name.
func (g *Gate) Open(name string) {
	g.mu.Lock()
	waiting := g.waiting[name]
	delete(g.waiting, name)
	g.mu.Unlock()
	for _, f := range waiting {
		f()
	}
}
