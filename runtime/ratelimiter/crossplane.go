package ratelimiter

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// A runnableAdder is a manager.Manager, or as much of one as is needed to learn
// that it stops.
type runnableAdder interface {
	Add(manager.Runnable) error
}

// GlobalRateLimiter returns a GlobalRateLimiter for crossplane-runtime's
// controller.Options, so that one field limits all controllers of a provider.
// crossplane-runtime's ratelimiter.NewReconciler, v1 or v2, stays as it is. The
// limit holds, controllers share it fairly, and failures back off, because When
// blocks the worker until the controller's turn comes, instead of reserving a
// token for later.
//
// The limiter tells controllers apart by their names, so crossplane-runtime's
// NewReconciler must get the controller's own name. If a name belongs to no
// controller of this process, the limiter uses the part before its last dot. All such
// names without a dot have one share together.
//
// When the manager stops, all waits end. If a request that waited comes again
// before its controller has stopped, it passes that middleware, with a context that
// has ended. The manager may be nil, if waits need not end before their turn. If
// New did not make the limits, the manager does not start and says why, and nothing
// is let through.
//
// If half of a request's ReconciliationTimeout has passed when its turn comes, the
// request is handed back, and its controller begins with the next one instead. The
// limiter knows the manager's timeout, and not that of a single controller.
func (l *Limits) GlobalRateLimiter(m runnableAdder) workqueue.TypedRateLimiter[string] {
	if !l.made() {
		return refuse(m, errNoLimits)
	}
	all := &dropIns
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, b := range all.of[key(m)] {
		if b.limits == l {
			return b
		}
	}
	return newDropIn(l, m)
}

// NewGlobalRateLimiter is New(maxReconcileRate) and its GlobalRateLimiter, for
// providers that need nothing else of the limits. If it is called again for the same
// manager, it returns the same limiter, for providers that have several options. If
// maxReconcileRate is out of New's range, or differs from that of the manager's other
// calls, the manager does not start and says why.
func NewGlobalRateLimiter(m runnableAdder, maxReconcileRate int) workqueue.TypedRateLimiter[string] {
	all := &dropIns
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, b := range all.of[key(m)] {
		if !b.ownLimits {
			continue
		}
		if rate := b.limits.maxReconcileRate; rate != maxReconcileRate {
			addRunnable(m, failing{err: fmt.Errorf("NewGlobalRateLimiter was called with %d and %d for one manager, "+
				"whose controllers have one limit", rate, maxReconcileRate)})
		}
		return b
	}
	limits, err := New(maxReconcileRate)
	if err != nil {
		return refuse(m, err)
	}
	b := newDropIn(limits, m)
	b.ownLimits = true
	return b
}

// dropIns are those of each manager, until that stops.
var dropIns = struct {
	mu sync.Mutex
	of map[runnableAdder][]*dropIn
}{of: map[runnableAdder][]*dropIn{}}

// key is what a manager is known by; nil, under which nothing is kept, for one that cannot be told
// from others.
func key(m runnableAdder) runnableAdder {
	if isNil(m) || !reflect.TypeOf(m).Comparable() {
		return nil
	}
	return m
}

// refuse returns a limiter that lets nothing through. The manager does not start; the log says why
// too, because there may be no manager.
func refuse(m runnableAdder, err error) *dropIn {
	addRunnable(m, failing{err: err})
	logger().Error(err, "The global rate limiter lets nothing through")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	return &dropIn{ctx: ctx}
}

// dropIn is the limiter under crossplane-runtime's middleware. That asks When for a
// request that was not delayed before, and calls Forget before each reconcile.
type dropIn struct {
	limits    *Limits
	ownLimits bool            // made by NewGlobalRateLimiter
	ctx       context.Context // ends with the manager
	timeout   time.Duration   // of the manager's reconciles, 0 for none

	mu     sync.RWMutex
	owners map[string]*dropInShare // by what stands before the objects' names
	shares map[string]*dropInShare // by controller
	names  map[string]struct{}     // of controllers, when they were looked up last
}

// newDropIn is called with the drop-ins locked.
func newDropIn(l *Limits, m runnableAdder) *dropIn {
	ctx, stop := context.WithCancel(context.Background())
	b := &dropIn{limits: l, ctx: ctx, timeout: timeoutOf(m), shares: map[string]*dropInShare{}, owners: map[string]*dropInShare{}}
	if key(m) != nil {
		dropIns.of[m] = append(dropIns.of[m], b)
	}
	addRunnable(m, stopping{stop: func() {
		stop()
		b.close()
		dropIns.mu.Lock()
		defer dropIns.mu.Unlock()
		delete(dropIns.of, key(m))
	}})
	return b
}

// close frees the names of the controllers, for those of the next manager. No share is made
// any more.
func (b *dropIn) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.shares {
		s.Close()
		s.forgetBack()
	}
}

// mostOwners is how many names the drop-in knows the controller of at the same time: one for
// each controller and namespace, of which many may have gone.
const mostOwners = 10_000

// refusedDelay is how long When delays an item that it does not let through: long
// enough for the manager to have stopped.
const refusedDelay = time.Hour

// When blocks until the item's controller has its turn and returns 0, or a delay
// when there will be none. If the wait has used up the time that the reconcile has, the
// turn goes to the request that this controller begins with next, and this one comes back
// at once, with all of its time.
func (b *dropIn) When(item string) time.Duration {
	s := b.share(item)
	if s == nil {
		return refusedDelay
	}
	if s.takeTurn() {
		s.limiter.ended() // nobody tells when it does
		return 0
	}
	w, err := s.wait(b.ctx, false)
	if err != nil {
		return refusedDelay
	}
	wait := time.Duration(w.to - w.from)
	if b.timeout > 0 && wait > b.timeout/2 {
		s.keepTurn(item, w.to)
		return 1 // it passes then without being asked, but for Forget
	}
	s.limiter.ended()
	return 0
}

// Forget is called before each reconcile. One that When sent back takes its turn here.
func (b *dropIn) Forget(item string) {
	s := b.share(item)
	if s == nil || !s.cameBack(item) {
		return
	}
	if s.takeTurn() {
		s.promise(-1)
	} else if _, err := s.waitFor(b.ctx, s.askPromised, false); err != nil {
		return
	}
	s.limiter.ended()
}

// NumRequeues returns 0.
func (b *dropIn) NumRequeues(string) int { return 0 }

// share returns the share of the item's controller, which it makes for its first item; nil, which lets
// nothing through, once the manager has stopped or if there are no limits.
func (b *dropIn) share(text string) *dropInShare {
	if b.ctx.Err() != nil {
		return nil
	}
	owner := ownerOf(text)
	b.mu.RLock()
	s := b.owners[owner]
	b.mu.RUnlock()
	if s != nil {
		return s
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() != nil {
		return nil
	}
	name := b.controllerOf(owner)
	s, ok := b.shares[name]
	if !ok {
		s = newDropInShare(b.limits.global.newShareLike(name, 1))
		b.shares[name] = s
	}
	if len(b.owners) >= mostOwners {
		clear(b.owners) // namespaces come and go
	}
	b.owners[owner] = s
	return s
}

// controllerOf returns the controller of an item's owner. That controller has started;
// but it may have since the names were looked up, and another be known of whose name
// this owner looks like a namespace.
func (b *dropIn) controllerOf(owner string) string {
	if _, known := b.names[owner]; known {
		return owner
	}
	b.names = controllerNames(b.names)
	if name := longestName(owner, b.names); name != "" {
		return name
	}
	return guessController(owner)
}

func addRunnable(m runnableAdder, r manager.Runnable) {
	if isNil(m) {
		return
	}
	// A manager refuses only while it stops; then nothing will wait.
	_ = m.Add(r)
}

// everywhere makes a runnable run in each replica, leader or not.
type everywhere struct{}

func (everywhere) NeedLeaderElection() bool { return false }

// failing keeps a manager from starting.
type failing struct {
	everywhere
	err error
}

func (f failing) Start(context.Context) error { return f.err }

// stopping calls a function when the manager stops.
type stopping struct {
	everywhere
	stop func()
}

func (s stopping) Start(ctx context.Context) error {
	<-ctx.Done()
	s.stop()
	return nil
}
