package passstate

import (
	"context"
	"maps"
	"sync"

	corev1 "k8s.io/api/core/v1"
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

// taken looks into maps that it has taken of itself under its lock.
type taken struct {
	mu    sync.RWMutex
	names map[string]string
	items map[string]entry
}

type entry struct {
	labels map[string]string
	made   map[string]string
}

func (t *taken) put(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = name
	t.add(name)
}

func (t *taken) add(name string) {
	item := t.items[name]
	item.labels[name] = name
	fresh := entry{made: make(map[string]string)}
	fresh.made[name] = name
	t.items[name] = fresh
}

func (t *taken) item(name string) entry {
	if t.items == nil {
		return entry{}
	}
	return t.items[name]
}

func (t *taken) copied(name string) entry {
	return entry{labels: maps.Clone(t.items[name].labels)}
}

func (t *taken) all(see func(string)) {
	t.mu.RLock()
	names := t.names
	t.mu.RUnlock()
	for name := range names { // want RL4011:"taken.all looks into the map taken.names after it has given the lock back under which others write into it"
		see(name)
	}
}

func (t *taken) label(name string) string {
	t.mu.RLock()
	item, ok := t.items[name]
	t.mu.RUnlock()
	if !ok {
		return ""
	}
	return item.labels[name] // want RL4011:"taken.label looks into the map entry.labels after it has given the lock back"
}

func (t *taken) labels(name string, see func(string)) {
	t.mu.RLock()
	item := t.item(name)
	t.mu.RUnlock()
	for label := range item.labels { // want RL4011:"taken.labels looks into the map entry.labels after it has given the lock back"
		see(label)
	}
}

// alike looks into copies, and into what nobody changes any more.
func (t *taken) alike(name string) bool {
	t.mu.RLock()
	names, item, copied := maps.Clone(t.names), t.item(name), t.copied(name)
	last := t.items[name]
	t.mu.RUnlock()
	return names[name] == copied.labels[name] && item.made[name] == last.made[name]
}

func (t *taken) cloned(name string) string {
	t.mu.RLock()
	copied := t.copied(name)
	names := maps.Clone(t.names)
	t.mu.RUnlock()
	return copied.labels[name] + names[name]
}

// swap goes over what is its own from then on.
func (t *taken) swap(see func(string)) {
	t.mu.Lock()
	names := t.names
	t.names = make(map[string]string)
	t.mu.Unlock()
	for name := range names {
		see(name)
	}
}

func (t *taken) pop(name string) string {
	t.mu.Lock()
	item := t.items[name]
	delete(t.items, name)
	t.mu.Unlock()
	return item.labels[name]
}

// lent hands out a map that it writes into under its lock.
type lent struct {
	mu    sync.RWMutex
	names map[string]string
}

func (l *lent) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	l.keep(req.Name)
	for range l.all() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{Requeue: len(l.copied()) > 3}, nil
}

func (l *lent) keep(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.names) > 1000 {
		clear(l.names)
	}
	l.names[name] = name
}

func (l *lent) all() map[string]string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.names // want RL4011:"lent.all returns the map lent.names itself under the lock under which others write into it"
}

func (l *lent) copied() map[string]string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return maps.Clone(l.names)
}

// renewed puts another map in the place of the one that it hands out.
type renewed struct {
	mu    sync.RWMutex
	names map[string]string
}

func (r *renewed) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.fill(req.Name)
	return ctrl.Result{Requeue: len(r.all()) > 3}, nil
}

func (r *renewed) fill(names ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = make(map[string]string, len(names))
	for _, name := range names {
		r.names[name] = name
	}
}

// flushed begins anew only after it has written into the map that it hands out.
type flushed struct {
	mu    sync.RWMutex
	names map[string]string
}

func (f *flushed) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	f.flush(req.Name)
	return ctrl.Result{Requeue: len(f.all()) > 3}, nil
}

func (f *flushed) flush(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names[name] = name
	println(f.names)
	f.names = make(map[string]string)
}

func (f *flushed) all() map[string]string {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.names // want RL4011:"flushed.all returns the map flushed.names itself under the lock under which others write into it"
}

func (r *renewed) all() map[string]string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.names
}

// drained hands out its map for good, and begins another one.
type drained struct {
	mu    sync.Mutex
	names map[string]string
}

func (d *drained) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	d.keep(req.Name)
	for range d.take() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (d *drained) keep(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.names[name] = name
}

func (d *drained) take() map[string]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer func() { d.names = make(map[string]string) }()
	return d.names
}

// A registry is filled before the first pass.
type registry struct {
	mu    sync.RWMutex
	names map[string]string
}

func (r *registry) SetupWithManager(mgr ctrl.Manager) error {
	r.register("one")
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("registry").Complete(r)
}

func (r *registry) register(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name] = name
}

func (r *registry) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	for range r.all() {
		return ctrl.Result{}, nil
	}
	return ctrl.Result{}, nil
}

func (r *registry) all() map[string]string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.names
}
