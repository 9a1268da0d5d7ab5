package sleeping

import (
	"context"
	"net/http"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"
)

// locked leaves its lock behind where a download fails.
type locked struct {
	mu    sync.Mutex
	names sync.RWMutex
	known map[string]bool
	other struct{ mu sync.Mutex }
}

func (r *locked) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.mu.Lock() // want RL4003:"Reconcile leaves this locked, and whoever wants it next waits for ever .r.mu.Lock, at the return in line 22"
	if err := r.download(ctx, req.Name); err != nil {
		return ctrl.Result{}, err
	}
	r.mu.Unlock()

	r.mu.Lock()
	if r.known[req.Name] {
		r.mu.Unlock()
		return ctrl.Result{}, nil
	}
	r.mu.Unlock()

	r.names.RLock()
	switch {
	case r.known["all"]:
		r.names.RUnlock()
		return ctrl.Result{}, nil
	case r.known["none"]:
		func() error { return nil }()
	}
	r.names.RUnlock()

	r.mu.Lock()
	if len(r.known) == 0 {
		r.mu.Unlock()
		r.known = map[string]bool{}
	} else {
		r.mu.Unlock()
	}
	if len(r.known) > 10 {
		return ctrl.Result{}, nil
	}
	r.mu.Lock()
	r.known[req.Name] = true
	r.mu.Unlock()
	return ctrl.Result{}, r.twice(ctx)
}

// twice gives the lock back in any case.
func (r *locked) twice(ctx context.Context) error {
	defer func() {
		if !r.mu.TryLock() {
			r.mu.Unlock()
		}
	}()
	r.mu.Lock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.mu.Unlock()
	return nil
}

func (r *locked) download(ctx context.Context, name string) error {
	resp, err := http.Get("https://example.com/" + name) // want RL4003:"Reconcile blocks here with no upper bound .http.Get, which has no time-out" RL4007:"counts as done"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// stepsOut gives the lock of its callers back for a request, and has it again where that fails.
func (r *locked) stepsOut(ctx context.Context) error {
	r.mu.Unlock()
	err := r.download(ctx, "")
	r.mu.Lock()
	if err != nil {
		return err
	}
	r.mu.Unlock()
	r.mu.Lock()
	return nil
}

// Outside is called by no pass of this package.
func (r *locked) Outside(ctx context.Context) error {
	r.mu.Lock() // want RL4003:"sleeping.locked.Outside leaves this locked"
	if err := r.download(ctx, ""); err != nil {
		return err
	}
	r.mu.Unlock()
	return nil
}

// take returns what it has locked.
func (r *locked) take(ctx context.Context, mu *sync.Mutex) *sync.Mutex {
	for {
		mu.Lock()
		if r.download(ctx, "") == nil {
			return mu
		}
		mu.Unlock()
	}
}

// local has a lock that nobody else has.
func (r *locked) local(ctx context.Context) error {
	var mu sync.Mutex
	mu.Lock()
	if err := r.download(ctx, ""); err != nil {
		return err
	}
	mu.Unlock()
	return nil
}

// helped gives the lock back by a helper, or leaves that to its caller.
func (r *locked) helped(ctx context.Context, later bool) (func(), error) {
	r.mu.Lock()
	if len(r.known) == 0 {
		r.done()
		return nil, nil
	}
	if len(r.known) == 1 {
		r.change()
		return nil, nil
	}
	if len(r.known) == 2 {
		release(&r.mu)
		return nil, nil
	}
	if later {
		return r.mu.Unlock, nil
	}
	r.mu.Unlock()
	return nil, r.download(ctx, "")
}

func (r *locked) done() { r.mu.Unlock() }

// change gives one lock back and has another one of that name for a while.
func (r *locked) change() {
	r.mu.Unlock()
	r.other.mu.Lock()
	r.other.mu.Unlock()
}

func release(mu sync.Locker) { mu.Unlock() }

// forgetful takes a lock for reading and never gives it back.
type forgetful struct {
	mu    sync.RWMutex
	names map[string]string
	other sync.Mutex
}

func (f *forgetful) name(key string) (string, bool) {
	f.mu.RLock() // want RL4003:"sleeping.forgetful.name leaves this locked, and whoever wants it next waits for ever .f.mu.RLock, at each return."
	name, ok := f.names[key]
	return name, ok
}

func (f *forgetful) keep(key, name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names[key] = name
}

// enter leaves it to leave to give the lock back.
func (f *forgetful) enter() { f.other.Lock() }

func (f *forgetful) leave() { f.other.Unlock() }

// lentLock leaves it to who has the lock's address to give it back.
type lentLock struct{ mu sync.Mutex }

func (h *lentLock) begin(name string) bool {
	h.mu.Lock()
	return name != ""
}

func (h *lentLock) end() { giveLockBack(&h.mu) }

func giveLockBack(mu *sync.Mutex) { mu.Unlock() }

// A cond's lock is taken twice where one was to be given back.
type turns struct {
	cond *sync.Cond
	busy bool
}

func (t *turns) begin() {
	t.cond.L.Lock() // want RL4003:"takes this lock once more at its end, where it has it still, and waits for ever"
	defer t.cond.L.Lock()
	t.busy = true
}

// lends gives the lock of its caller back for a while.
func (t *turns) lends(wait func()) {
	t.cond.L.Lock()
	t.busy = true
	t.cond.L.Unlock()
	defer t.cond.L.Lock()
	wait()
}

// rounds goes on with the next name and has the lock still, which it takes by methods of its own too.
type rounds struct {
	mu    sync.Mutex
	names chan string
	taken bool
}

func (r *rounds) Run() {
	for name := range r.names {
		r.enter(name) // want RL4003:"sleeping.rounds.Run leaves this locked, and whoever wants it next waits for ever .r.enter, at the continue in line 229."
		if name == "" {
			println("no name")
			continue
		}
		r.leave()
	}
}

func (r *rounds) Start(limit int) {
	for {
		r.mu.Lock() // want RL4003:"sleeping.rounds.Start leaves this locked, and whoever wants it next waits for ever .r.mu.Lock, at the continue in line 239."
		if len(r.names) > limit {
			continue
		}
		r.mu.Unlock()
	}
}

// Each gives the lock back in any case, in a loop under it, or at the beginning of the next round.
func (r *rounds) Each() {
	for name := range r.names {
		r.enter(name)
		for i := range name {
			if i > 10 {
				continue
			}
			println(name)
		}
		r.leave()
		r.enter(name)
		if name == "" {
			r.leave()
			continue
		}
		r.leave()
	}
	r.enter("")
	for {
		r.leave()
		name := <-r.names
		r.enter(name)
		if name == "" {
			continue
		}
		r.leave()
		println(name)
		r.enter(name)
	}
}

// Others goes on with the round of a loop that has given it back first.
func (r *rounds) Others(names []string) {
	r.enter("")
outer:
	for {
		r.leave()
		for _, name := range names {
			r.enter(name)
			if name == "" {
				continue outer
			}
			r.leave()
		}
	}
}

// of gives back what is further in, by either.
type of struct{ rounds rounds }

func (o *of) each(names []string) {
	for _, name := range names {
		o.rounds.enter(name)
		if name == "" {
			o.rounds.leave()
			continue
		}
		o.rounds.mu.Unlock()
	}
}

// next takes the lock of another one.
func (r *rounds) next(of *rounds) { of.mu.Lock() }

func (r *rounds) along(of *rounds, names []string) {
	for _, name := range names {
		r.next(of)
		if name == "" {
			of.mu.Unlock()
			continue
		}
		of.leave()
	}
}

var common rounds

func enterCommon() { common.enter("") }

func leaveCommon() { common.leave() }

// report leaves it to who reads the names to end the program.
func (r *rounds) report(failed chan<- bool) {
	for name := range r.names {
		r.enter(name)
		if name == "" {
			failed <- true
			continue
		}
		r.leave()
	}
}

// try takes the lock only if it may, or not for long.
func (r *rounds) try() {
	for name := range r.names {
		r.perhaps(name)
		if name == "" {
			continue
		}
		r.taken = false
		r.leave()
	}
	for name := range r.names {
		r.note(name)
		if name == "" {
			continue
		}
		r.enter(name)
		r.leave()
	}
}

func (r *rounds) perhaps(name string) {
	if name == "" {
		return
	}
	r.mu.Lock()
}

func (r *rounds) note(name string) {
	r.mu.Lock()
	r.taken = name != ""
	r.mu.Unlock()
}

func (r *rounds) enter(name string) {
	println(name)
	r.mu.Lock()
}

func (r *rounds) leave() { r.mu.Unlock() }

var slots sync.Mutex

// fill looks at something of its own first, under another lock.
func (r *rounds) fill(name string) bool {
	if r.seen(name) {
		return true
	}
	slots.Lock() // want RL4003:"sleeping.rounds.fill leaves this locked, and whoever wants it next waits for ever .slots.Lock, at the return in line \\d+."
	if name == "" {
		return false
	}
	slots.Unlock()
	return true
}

func (r *rounds) seen(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return name == "seen"
}
