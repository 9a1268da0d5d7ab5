package passstate

import (
	"context"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/handler"
)

// apart has maps that others write into under locks of their own.
type apart struct {
	mu     sync.RWMutex
	names  map[string]string
	counts map[string]int
	inside map[string]bool
	turns  map[string]bool
	plain  map[string]bool
}

func (a *apart) Each(see func(string)) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for name := range a.names {
		see(name)
	}
}

type hand struct{ mu sync.Mutex }

func (h *hand) Put(a *apart, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.names[name] = name // want RL4011:"passstate.hand.Put writes into the map apart.names under mu, and passstate.apart.Each reaches it under another lock, so that neither waits for the other: the program can crash; take one lock for both"
}

// Drop is the same once more.
func (h *hand) Drop(a *apart, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(a.names, name)
}

func (a *apart) Count(name string) int {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.counts[name]
}

// Gather keeps its own goroutines apart.
func Gather(a *apart, names []string) {
	var mu sync.Mutex
	for _, name := range names {
		go func() {
			mu.Lock()
			a.counts[name]++
			mu.Unlock()
		}()
	}
}

type entering interface {
	Enter(a *apart, name string)
}

// Add has the lock when it calls what takes another one.
func (a *apart) Add(e entering, name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e.Enter(a, name)
}

// Enter is called by Add.
func (h *hand) Enter(a *apart, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.inside[name] = true
}

func (a *apart) Inside(name string) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.inside[name]
}

// InTurn has one more lock, which nobody knows.
func (a *apart) InTurn(enter func() interface{ TakeLock() }, name string) bool {
	enter().TakeLock()
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.turns[name]
}

func (h *hand) Turn(a *apart, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a.turns[name] = true
}

func (a *apart) Plain(name string) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.plain[name]
}

// Fill takes no lock, as it may be called before the others.
func (a *apart) Fill(name string) { a.plain[name] = true }

// Fleet has a lock that other packages may take, but nobody does before a pass.
type Fleet struct {
	client.Client
	Lock  *sync.Mutex
	Names map[string]string
}

// Mapped returns what maps namespaces to requests.
func (f *Fleet) Mapped() handler.EventHandler { return handler.EnqueueRequestsFromMapFunc(f.watched) }

// Reconcile looks for the name of a namespace.
func (f *Fleet) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	if f.Known(req.Namespace) {
		println(req.Name)
	}
	return ctrl.Result{}, nil
}

// Known is called by passes.
func (f *Fleet) Known(name string) bool {
	return f.Names[name] != "" // want RL4011:"passstate.Fleet.Known looks into the map Fleet.Names without the lock under which passstate.Fleet.watched writes into it"
}

func (f *Fleet) watched(_ context.Context, obj client.Object) []ctrl.Request {
	f.Lock.Lock()
	defer f.Lock.Unlock()
	if obj.GetDeletionTimestamp() != nil {
		delete(f.Names, obj.GetName())
		return nil
	}
	f.Names[obj.GetName()] = obj.GetNamespace()
	return nil
}
