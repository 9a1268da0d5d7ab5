package passstate

import (
	"context"
	"sync"

	ctrl "sigs.k8s.io/controller-runtime"

	"rllint.test/passstate/keeping"
)

// unguarded writes into its maps under a lock, and looks into them without it.
type unguarded struct {
	mu     sync.Mutex
	names  map[string]string
	counts map[string]int
	few    map[string]int
	keeping.Board
}

func (u *unguarded) Put(name string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.names[name] = name
	u.Seen[name] = !u.Seen[name]
	u.few[name] = 1
	u.drop(name)
	u.counts[name]++
}

// drop is called by those that keep others out.
func (u *unguarded) drop(name string) {
	if u.counts[name] > 0 {
		delete(u.counts, u.names[name])
	}
}

func (u *unguarded) Count(name string) int {
	if u.names[name] == "" { // want RL4011:"passstate.unguarded.Count looks into the map unguarded.names without the lock under which passstate.unguarded.Put writes into it"
		return 0
	}
	return u.counts[name]
}

func (u *unguarded) All(see func(string)) {
	for name := range u.counts { // want RL4011:"passstate.unguarded.All looks into the map unguarded.counts without the lock under which passstate.unguarded.Put writes into it"
		see(name)
	}
}

// Knows looks into a map of another package's type.
func (u *unguarded) Knows(name string) bool { return u.Seen[name] }

// Rarely looks into a map as most do.
func (u *unguarded) Rarely() int { return u.few["a"] + u.few["b"] }

// noticed has a map that is looked into where nobody else reaches it.
type noticed struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t *noticed) Put(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts[name] > 3 {
		delete(t.counts, name)
	}
	if t.counts[name] == t.counts["all"] {
		t.counts["all"]++
	}
	t.counts[name]++
}

func newNoticed(names ...string) (*noticed, int) {
	t := &noticed{counts: make(map[string]int)}
	for _, name := range names {
		t.counts[name] = 1
	}
	return t, t.counts["all"]
}

// Fill is called before the others.
func (t *noticed) Fill(name string) { t.counts[name] = 1 }

// Peek wants its caller to have the lock.
func (t *noticed) Peek(name string) int { return t.counts[name] }

func (t *noticed) PeekLocked(name string) int { return t.counts[name] }

// Stop is what is left to do when all others have ended.
func (t *noticed) Stop(ctx context.Context) int {
	<-ctx.Done()
	return t.counts["all"]
}

func copyOf(from func() *noticed) int {
	t := from()
	return t.counts["all"]
}

// alone has a map that one goroutine alone writes into, and looks into.
type alone struct {
	mu    sync.Mutex
	turns map[string]int
}

func (a *alone) Work(name string) int {
	a.take(name)
	return a.turn(name)
}

func (a *alone) take(name string) {
	a.mu.Lock()
	a.turns[name]++
	a.mu.Unlock()
}

func (a *alone) turn(name string) int { return a.turns[name] }

// Tell is called by others.
func (a *alone) Tell() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.turns["all"]
}

// parted has the parts of a whole, which has a lock too.
type parted struct {
	mu    sync.Mutex
	parts []*part
}

type part struct {
	mu   sync.Mutex
	done map[string]bool
	left map[string]bool
}

func (p *parted) Do(i int, name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts[i].mu.Lock()
	p.parts[i].done[name] = !p.parts[i].done[name]
	p.parts[i].mu.Unlock()
}

func (p *parted) Done(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range p.parts {
		if part.done[name] {
			return true
		}
	}
	return false
}

func (p *part) Leave(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left[name] = !p.left[name]
}

func (p *parted) Left(name string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range p.parts {
		if part.left[name] { // want RL4011:"passstate.parted.Left looks into the map part.left without the lock under which passstate.part.Leave writes into it"
			return true
		}
	}
	return false
}

// LeftInTurn keeps others out in a way that nobody knows.
func (p *part) LeftInTurn(enter func() interface{ TakeLock() }, name string) bool {
	enter().TakeLock()
	return p.left[name]
}

// Open has a lock that other packages may take before they call it.
type Open struct {
	sync.Mutex
	names map[string]bool
}

// Put turns a name on or off.
func (o *Open) Put(name string) {
	o.Lock()
	defer o.Unlock()
	o.names[name] = !o.names[name]
}

// Has wants that to be done.
func (o *Open) Has(name string) bool { return o.names[name] }

var unnamed struct {
	mu    sync.Mutex
	names map[string]bool
}

func putUnnamed(name string) {
	unnamed.mu.Lock()
	unnamed.names[name] = !unnamed.names[name]
	unnamed.mu.Unlock()
}

func hasUnnamed(name string) bool { return unnamed.names[name] }

// late writes into its map when others may look into it again.
type late struct {
	mu    sync.Mutex
	names map[string]bool
}

func (l *late) Put(name string) {
	l.mu.Lock()
	had := l.names[name] && l.names["all"]
	l.mu.Unlock()
	if !had {
		l.names[name] = true
	}
}

func (l *late) Has(name string) bool { return l.names[name] }

// preset is preset before anybody else has it.
type preset struct {
	mu    sync.Mutex
	names map[string]string
}

func newPreset() *preset {
	f := &preset{names: make(map[string]string)}
	f.fill("first")
	go f.watch()
	return f
}

func (f *preset) fill(name string) {
	if f.names[name] == "" {
		f.names[name] = f.other(name)
	}
}

func (f *preset) other(name string) string { return f.names["other "+name] }

// watch begins while others have it.
func (f *preset) watch() {
	for name := range f.names { // want RL4011:"passstate.preset.watch looks into the map preset.names without the lock under which passstate.preset.Put writes into it"
		println(name)
	}
}

func (f *preset) Put(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.names[name] = name
	f.names["last"] = name
}

func (f *preset) Drop(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.names, name)
}

// unused looks into the map, which nothing asks it to.
func (f *preset) unused(name string) bool { return f.names[name] == "unused" }

// counted is reached by one reconciler, whose workers share it.
type counted struct {
	mu    sync.RWMutex
	tries map[string]int
}

func (c *counted) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tries[name]++
}

func (c *counted) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tries, name)
}

func (c *counted) count(name string) int { return c.tries[name] } // want RL4011:"passstate.counted.count looks into the map counted.tries without the lock under which passstate.counted.(add|forget) writes into it: with more than one worker the program can crash"

type tallies struct{ counted *counted }

func (r *tallies) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.counted.add(req.Name)
	if r.counted.count(req.Name) > 3 {
		r.counted.forget(req.Name)
	}
	return ctrl.Result{}, nil
}

// inOrder has one goroutine call both.
type inOrder struct{ counted *lone }

type lone struct {
	mu    sync.RWMutex
	tries map[string]int
}

func (c *lone) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tries[name]++
}

func (c *lone) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tries, name)
}

func (c *lone) count(name string) int { return c.tries[name] }

func (r *inOrder) run(names chan string) {
	for name := range names {
		r.counted.add(name)
		if r.counted.count(name) > 3 {
			r.counted.forget(name)
		}
	}
}
