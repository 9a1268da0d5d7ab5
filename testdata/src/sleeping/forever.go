package sleeping

import (
	"context"
	"sync"
	"time"
)

// ring takes its lock once more than it may.
type ring struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	names map[string]int
	next  *ring
}

// Add calls what takes the same lock by another function.
func (r *ring) Add(name string) {
	r.mu.Lock() // want RL4003:"sleeping.ring.Add has this locked and calls grow, which waits for the same lock: neither ever goes on .r.mu.Lock"
	defer r.mu.Unlock()
	if r.names == nil {
		r.grow()
	}
}

func (r *ring) grow() {
	if r.Len() > 10 {
		return
	}
	r.names = map[string]int{}
}

// Len counts under the lock.
func (r *ring) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.names)
}

// Count calls what takes it at once.
func (r *ring) Count() int {
	r.mu.Lock() // want RL4003:"sleeping.ring.Count has this locked and calls Len"
	n := r.Len()
	r.mu.Unlock()
	return n
}

// Move takes the lock of another ring, one that others may read under, and this one only later.
func (r *ring) Move(name string) {
	r.mu.Lock()
	r.next.Len()
	go r.Len()
	later := func() { r.Len() }
	r.read()
	r.mu.Unlock()
	r.Len()
	later()
}

func (r *ring) read() {
	r.rw.RLock() // want RL4003:"sleeping.ring.read has this locked for reading and calls see, which does so again: if somebody calls Lock in between, none of them ever goes on"
	defer r.rw.RUnlock()
	r.see()
}

// Write takes it for itself alone, and Raise for reading before that.
func (r *ring) Write() {
	r.rw.Lock()
	defer r.rw.Unlock()
	r.names = nil
}

func (r *ring) Raise() {
	r.rw.RLock() // want RL4003:"sleeping.ring.Raise has this locked and calls Write, which waits for the same lock"
	defer r.rw.RUnlock()
	if r.names == nil {
		r.Write()
	}
}

func (r *ring) see() {
	r.rw.RLock()
	defer r.rw.RUnlock()
}

// Pause gives the lock back for a while.
func (r *ring) Pause() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out()
}

func (r *ring) out() {
	r.mu.Unlock()
	time.Sleep(time.Millisecond)
	r.mu.Lock()
}

// Refresh keeps the lock for ever, and Poll only now and then.
func (r *ring) Refresh() {
	r.mu.Lock() // want RL4003:"sleeping.ring.Refresh keeps this locked for ever: the loop in line 104 never ends"
	defer r.mu.Unlock()
	r.names = nil
	for {
		r.names["refreshed"]++
	}
}

// Poll ends when there is nothing.
func (r *ring) Poll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if len(r.names) == 0 {
			return
		}
	}
}

// Watch ends when what it calls panics.
func (r *ring) Watch() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		r.check()
	}
}

func (r *ring) check() {
	if len(r.names) > 10 {
		panic("too many")
	}
}

var (
	all    sync.Mutex
	byName map[string]*ring
)

// Register has the package's lock.
func Register(name string) {
	all.Lock() // want RL4003:"sleeping.Register has this locked and calls find, which waits for the same lock"
	find(name)
	all.Unlock()
}

func find(name string) *ring {
	all.Lock()
	defer all.Unlock()
	return byName[name]
}

// Serve has a context for each event, and begins none anew.
func Serve(events <-chan string) {
	for {
		name := <-events
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel() // want RL4003:"sleeping.Serve defers one more call each time round this loop, and none of them runs before the function ends .cancel."
		if err := handle(ctx, name); err != nil {
			return
		}
		func() {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			_ = handle(ctx, name)
		}()
	}
}

func handle(ctx context.Context, name string) error { return ctx.Err() }

// Dial tries until it has a connection.
func Dial() {
	for {
		_, cancel := context.WithCancel(context.Background())
		defer cancel()
		if find("a") != nil {
			return
		}
	}
}

// resting gives its lock back while it waits, and take comes to its lock only where nobody has it.
type resting struct {
	mu    sync.Mutex
	cond  *sync.Cond
	names []string
	next  *resting
}

func (w *resting) Run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.names) == 0 {
			w.cond.Wait()
		}
		w.names = w.names[1:]
	}
}

func (w *resting) take(held bool) {
	if held {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
}

func (w *resting) All() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(true)
}

func (w *resting) count() {
	w.mu.Lock()
	defer w.mu.Unlock()
}

func (w *resting) Next() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w = w.next; w != nil {
		w.count()
	}
}
