package passstate

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"

	"rllint.test/passstate/keeping"
)

// answering keeps answers in a type of its own, and in a variable that a function writes into.
type answering struct {
	seenBy seenByAll
	client.Client
	mu      sync.Mutex
	answers *answers
	looks   *looks
	shelf   shelf
	set     nameSet
	begun   map[string]bool
	steps   stepper
	syncer  *syncer
	cleared cleared
}

func (r *answering) setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).For(&corev1.Node{}).WithOptions(controller.Options{MaxConcurrentReconciles: 4}).Complete(r)
}

func (r *answering) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	r.answers.put(req.Name)
	r.answers.guarded(req.Name)
	r.set.insert(req.Name)
	r.mu.Lock()
	r.answers.handed(req.Name)
	r.mu.Unlock()
	noteKind(req.Name)
	noteKindGuarded(req.Name)
	r.answers.with(func() { r.answers.safe[req.Name] = req.Name })
	r.answers.inTurn(req.Name)
	r.inGoroutine(req.Name)
	r.answers.entered(req.Name)
	r.answers.ifTurn(ctx, req.Name)
	r.looks.peek(req.Name)
	r.looks.careful(req.Name)
	r.shelf.updateLockedNames(req.Name)
	r.looks.section(req.Name)
	r.steps.all(req.Name)
	r.syncer.run(req.Name)
	r.seenBy.underRead(req.Name)
	r.seenBy.withBoth(req.Name)
	r.seenBy.unorderedUnderRead(req.NamespacedName)
	r.seenBy.polled(req.Name)
	r.looks.turn(req.Name)
	r.looks.entry(&answers{}, req.Name)
	tally{}.sum(req.Name)
	r.cleared.all()
	local := &answers{byName: map[string]string{}}
	local.fresh(req.Name)
	return ctrl.Result{}, nil
}

type answers struct {
	mu     sync.Mutex
	byName map[string]string
	safe   map[string]string
	own    map[string]string
	taken  map[string]string
	turns  chan struct{}
}

func (a *answers) put(name string) {
	a.mu.Lock()
	known := a.byName[name]
	a.mu.Unlock()
	if known == "" {
		a.byName[name] = name // want RL4011:"Reconcile writes into the map answers.byName without a lock: with 4 workers the program can crash; guard it with a mutex; reached by passstate.answering.Reconcile → passstate.answers.put"
	}
}

func (a *answers) guarded(name string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.safe[name] = name
	if name == "" {
		delete(a.safe, name)
	}
}

// handed is called under the lock of its caller.
func (a *answers) handed(name string) { a.safe[name] = name }

// fresh writes into what each pass makes.
func (a *answers) fresh(name string) { a.own[name] = name }

// nameSet is a map itself.
type nameSet map[string]bool

func (s nameSet) insert(name string) {
	s[name] = true // want RL4011:"Reconcile writes into the map nameSet without a lock: with 4 workers"
}

var (
	kindsSeen   = map[string]bool{}
	kindsLocked = map[string]bool{}
	kindsMu     sync.Mutex
)

func noteKind(kind string) {
	if !kindsSeen[kind] {
		kindsSeen[kind] = true // want RL4011:"Reconcile writes into the map variable kindsSeen without a lock: with 4 workers"
	}
}

func noteKindGuarded(kind string) {
	kindsMu.Lock()
	if kind == "" {
		kindsMu.Unlock()
		return
	}
	kindsLocked[kind] = true
	kindsMu.Unlock()
}

// forget keeps what there is from growing.
func (a *answers) forget(name string) {
	delete(a.byName, name)
	delete(a.own, name)
	delete(kindsSeen, name)
	delete(kindsLocked, name)
}

// scales hands each request to the one type that there is for its interface, which keeps something of it.
type scales struct {
	client.Client
	by scaler
}

type scaler interface {
	scale(ctx context.Context, req ctrl.Request) error
}

func (r *scales) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, r.by.scale(ctx, req)
}

type byMetric struct {
	metric string
	steps  int
}

func (b *byMetric) scale(ctx context.Context, req ctrl.Request) error {
	b.metric = "requests/" + req.Name // want RL4011:"Reconcile keeps state of a request in scales.by.metric: with more than one worker"
	return b.apply(ctx)
}

func (b *byMetric) apply(context.Context) error {
	if b.metric == "" {
		return context.Canceled
	}
	return nil
}

// with runs something under the lock.
func (a *answers) with(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

// inTurn waits for its turn at a channel.
func (a *answers) inTurn(name string) {
	a.turns <- struct{}{}
	a.taken[name] = name
	delete(a.taken, "")
	<-a.turns
}

// inGoroutine begins one that writes, and one that waits for its lock.
func (r *answering) inGoroutine(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	go func() {
		r.begun[name] = true // want RL4011:"Reconcile writes into the map answering.begun without a lock: with 4 workers"
		delete(r.begun, "")
	}()
	go r.answers.guarded(name)
}

// looks has a lock for its maps.
type looks struct {
	mu          sync.Mutex
	seen, known map[string]string
	turns       chan struct{}
	sections    interface {
		BeginLockedSection()
		EndLockedSection()
	}
}

// shelf has names of what is locked.
type shelf struct{ locked map[string]string }

// updateLockedNames writes into its map after calls that have such names, too, and take no lock.
func (s *shelf) updateLockedNames(name string) {
	if s.getLockedName(name) == "" {
		s.locked[name] = name // want RL4011:"Reconcile writes into the map shelf.locked without a lock: with 4 workers"
	}
	delete(s.locked, "")
}

func (s *shelf) getLockedName(name string) string { return s.locked[name] }

// peek looks before it takes the lock, and careful does not.
func (a *looks) peek(name string) string {
	if v, ok := a.seen[name]; ok { // want RL4011:"Reconcile looks into the map looks.seen before it takes the lock under which it writes into that: with 4 workers the program can crash; take the lock first"
		return v
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen[name] = name
	return name
}

func (a *looks) careful(name string) string {
	a.mu.Lock()
	v, ok := a.known[name]
	a.mu.Unlock()
	if ok {
		return v
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[name] = name
	delete(a.known, "")
	delete(a.seen, "")
	return name
}

// section begins a section that is locked, by an interface.
func (a *looks) section(name string) {
	a.sections.BeginLockedSection()
	defer a.sections.EndLockedSection()
	a.known[name] = name
}

// turn and entry look into the map when it is their turn, and while the caller may have a lock that is not the entry's.
func (a *looks) turn(name string) {
	a.turns <- struct{}{}
	defer func() { <-a.turns }()
	if a.known[name] == "" {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.known[name] = name
	}
}

func (a *looks) entry(of *answers, name string) {
	if a.known[name] == "" {
		of.mu.Lock()
		defer of.mu.Unlock()
		a.known[name] = name
	}
}

// stepper has its steps in a list.
type stepper struct{ done map[string]bool }

func (s *stepper) all(name string) {
	for _, step := range []struct{ run func(string) }{{s.one}} {
		step.run(name)
	}
}

func (s *stepper) one(name string) {
	s.done[name] = true // want RL4011:"Reconcile writes into the map stepper.done without a lock: with 4 workers"
}

// syncer calls its own method by a field.
type syncer struct {
	sync  func(string)
	names map[string]bool
}

func newSyncer() *syncer {
	s := &syncer{names: map[string]bool{}}
	s.sync = s.syncs
	return s
}

func (s *syncer) run(name string) { s.sync(name) }

func (s *syncer) syncs(name string) {
	s.names[name] = true // want RL4011:"Reconcile writes into the map syncer.names without a lock: with 4 workers"
}

// underRead writes under a lock that others have at the same time.
func (s *seenByAll) underRead(name string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	delete(s.names, name) // want RL4011:"passstate.seenByAll.underRead writes into the map seenByAll.names under a lock for reading, which others have at the same time: the program can crash; call Lock for this"
}

func (s *seenByAll) see(name string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.names[name]
}

// unorderedUnderRead leaves a name out of what has no lock of its own, and a key out of what has one.
func (s *seenByAll) unorderedUnderRead(key types.NamespacedName) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.ordered.Delete(key.Name) // want RL4011:"writes into the map seenByAll.ordered under a lock for reading"
	s.known.Remove(key)
}

func (s *seenByAll) some() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.ordered.Len() > 0 && s.known != nil
}

// polled is written by nobody else, and read under no lock for reading.
func (s *seenByAll) polled(name string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	delete(s.own, "")
	s.own[name] = true
}

func (s *seenByAll) withBoth(name string) {
	s.mu.RLock()
	known := s.more[name]
	s.mu.RUnlock()
	if !known {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.more[name] = true
	}
	delete(s.more, "")
}

type seenByAll struct {
	mu          sync.RWMutex
	names, more map[string]bool
	own         map[string]bool
	ordered     *keeping.Ordered
	known       *keeping.Known
}

// entered has the lock between two of its functions.
func (a *answers) entered(name string) {
	a.enter()
	defer a.leave()
	a.taken[name] = name
}

func (a *answers) enter() { a.mu.Lock() }

func (a *answers) leave() { a.mu.Unlock() }

// ifTurn waits for its turn as long as there is time.
func (a *answers) ifTurn(ctx context.Context, name string) {
	select {
	case a.turns <- struct{}{}:
		a.taken[name] = name
		<-a.turns
	case <-ctx.Done():
	}
}

// tally makes its map in each copy.
type tally struct{ names map[string]string }

func (t tally) sum(name string) {
	t.names = map[string]string{}
	t.names[name] = name
}

type cleared struct{ names map[string]string }

func (c *cleared) all() {
	clear(c.names) // want RL4011:"Reconcile writes into the map cleared.names without a lock: with 4 workers"
}
