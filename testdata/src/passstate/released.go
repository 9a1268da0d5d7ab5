package passstate

import (
	"context"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"
)

// released looks into a map of its own when others may write into it again.
type released struct {
	mu      sync.RWMutex
	names   map[string]string
	ports   map[string]int
	started bool
}

func (r *released) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.RLock()
	started := r.started
	r.mu.RUnlock()
	if !started {
		return ctrl.Result{}, nil
	}
	if r.names[req.Name] == "" { // want RL4011:"Reconcile looks into the map released.names after it has given the lock back under which others write into it"
		r.keep(req.Name)
	}
	ports := r.fixed(req.Name)
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.names[req.Name] == "" || ports == 0 {
		return ctrl.Result{Requeue: true}, nil
	}
	return ctrl.Result{}, nil
}

func (r *released) keep(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.names) > 1000 {
		clear(r.names)
	}
	r.names[name] = name
}

// fixed looks into what nobody writes into.
func (r *released) fixed(name string) int {
	r.mu.RLock()
	started := r.started
	r.mu.RUnlock()
	if !started {
		return 0
	}
	return r.ports[name]
}

// twice has a map under one lock and a yes or no under another.
type twice struct {
	state sync.RWMutex
	mu    sync.RWMutex
	ready bool
	names map[string]string
}

func (t *twice) start() {
	t.state.Lock()
	defer t.state.Unlock()
	t.ready = true
}

func (t *twice) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = name
}

// all is called under the lock of the names.
func (t *twice) all(see func(string)) {
	t.state.RLock()
	ready := t.ready
	t.state.RUnlock()
	for name := range t.names {
		if ready {
			see(name)
		}
	}
}
