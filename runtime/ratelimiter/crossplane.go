package ratelimiter

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// A RunnableAdder is a manager.Manager, or as much of one as is needed to learn
// that it stops.
type RunnableAdder interface {
	Add(manager.Runnable) error
}

// GlobalRateLimiter returns what crossplane-runtime's controller.Options want as
// their GlobalRateLimiter, so that all controllers of a provider come under the
// limits by that one field. Under crossplane-runtime's ratelimiter.NewReconciler
// as it is, v1 and v2, the limit holds, controllers share it fairly, and failures
// back off: its When blocks the worker until the controller's turn comes, instead
// of reserving a token for later.
//
// Controllers are told apart by their names, if crossplane-runtime's NewReconciler is
// given the name that the controller has: what it puts before the object's namespace
// and name begins with the name of a controller of this process. For other names,
// what is before the last dot counts, or all of it and the namespace.
//
// When the manager stops, all waits end; of the requests that waited, one that
// arrives once more before its controller has stopped is passed by that middleware,
// with a context that has ended. The manager may be nil, if waits need
// not end before their turn. If the limits are not ones that New made, the
// manager does not start and says why, and nothing is let through.
func (l *Limits) GlobalRateLimiter(m RunnableAdder) workqueue.TypedRateLimiter[string] {
	return globalRateLimiter(l, m, func(item string) string { return item })
}

// UntypedGlobalRateLimiter is GlobalRateLimiter for crossplane-runtime before
// v1.18, whose limiters are untyped.
func (l *Limits) UntypedGlobalRateLimiter(m RunnableAdder) workqueue.TypedRateLimiter[any] {
	return globalRateLimiter(l, m, func(item any) string { return fmt.Sprint(item) })
}

// NewGlobalRateLimiter is New(maxReconcileRate) and its GlobalRateLimiter, for
// providers that need nothing else of the limits. If maxReconcileRate is out of
// New's range, the manager does not start and says why.
func NewGlobalRateLimiter(m RunnableAdder, maxReconcileRate int) workqueue.TypedRateLimiter[string] {
	limits, err := New(maxReconcileRate)
	if err != nil {
		addRunnable(m, failing{err: err})
		m = nil
	}
	return limits.GlobalRateLimiter(m)
}

// blockingLimiter is a rate limiter that delays by blocking.
type blockingLimiter[item comparable] struct {
	limits *Limits
	text   func(item) string
	ctx    context.Context // ends with the manager

	controllers controllerNames

	mu     sync.RWMutex
	owners map[string]*Share   // by what stands before the objects' names
	shares map[string]*Share   // by controller
	names  map[string]struct{} // of controllers, when they were looked up last
}

func globalRateLimiter[item comparable](l *Limits, m RunnableAdder, text func(item) string) *blockingLimiter[item] {
	ctx, stop := context.WithCancel(context.Background())
	b := &blockingLimiter[item]{limits: l, text: text, ctx: ctx, shares: map[string]*Share{}, owners: map[string]*Share{}}
	if !l.made() {
		addRunnable(m, failing{err: errNoLimits})
		stop()
		return b
	}
	addRunnable(m, stopping{stop: stop})
	return b
}

// refusedDelay is how long When delays an item that it does not let through: long
// enough for the manager to have stopped.
const refusedDelay = time.Hour

// When blocks until the item's controller has its turn and returns 0, or a delay
// when there will be none.
func (b *blockingLimiter[item]) When(i item) time.Duration {
	if err := b.share(b.text(i)).Wait(b.ctx); err != nil {
		return refusedDelay
	}
	return 0
}

// Forget does nothing: nothing is kept for an item.
func (b *blockingLimiter[item]) Forget(item) {}

// NumRequeues returns 0.
func (b *blockingLimiter[item]) NumRequeues(item) int { return 0 }

// share returns the share of the item's controller, which it makes for its first item; nil, which lets
// nothing through, once the manager has stopped or if there are no limits.
func (b *blockingLimiter[item]) share(text string) *Share {
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
	name := b.controllerOf(owner)
	s, ok := b.shares[name]
	if !ok {
		s = b.newShare(name)
		b.shares[name] = s
	}
	b.owners[owner] = s
	return s
}

// controllerOf returns the controller of an item's owner. That controller has started;
// but it may have since the names were looked up, and another be known of whose name
// this owner looks like a namespace.
func (b *blockingLimiter[item]) controllerOf(owner string) string {
	if _, known := b.names[owner]; known {
		return owner
	}
	b.names = b.controllers.all(b.names)
	if name := longestName(owner, b.names); name != "" {
		return name
	}
	return guessController(owner)
}

func (b *blockingLimiter[item]) newShare(controller string) *Share {
	name := strings.ToValidUTF8(controller, "?")
	if name == "" {
		name = "unnamed"
	}
	s, err := b.limits.global.NewShare(name, 1)
	for n := 2; err != nil; n++ {
		// Taken by a reconciler of this package, or by a name that was repaired.
		s, err = b.limits.global.NewShare(fmt.Sprint(name, "-", n), 1)
	}
	return s
}

func addRunnable(m RunnableAdder, r manager.Runnable) {
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
