//go:build go1.25

package specification

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"

	// What the borrowed tests need.
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/gofuzz"
	_ "github.com/onsi/ginkgo/v2"
	_ "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/util/workqueue"
	theirs "sigs.k8s.io/controller-runtime/pkg/controller/priorityqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/rllint/rllint/runtime/priority"
	"github.com/rllint/rllint/runtime/ratelimiter"
)

// What the borrowed tests call by these names is here the limited queue.
type (
	AddOpts            = theirs.AddOpts
	Opts[T comparable] = theirs.Opts[T]
	Opt[T comparable]  = theirs.Opt[T]
)

// priorityqueue is a limited queue whose limiter lets everything through.
type priorityqueue[T comparable] struct {
	theirs.PriorityQueue[T]
	metrics     *fakeMetricsProvider
	hasMetrics  bool
	calls       atomic.Int64
	rateLimiter workqueue.TypedRateLimiter[T]

	// From the inside of theirs. The tests set tick, and expect to be asked for the delay
	// until the next request is ready; time itself is virtual.
	now        func() time.Time
	tick       func(time.Duration) <-chan time.Time
	lockedLock sync.Mutex
	locked     sets.Set[T]
}

var made atomic.Int64

// New returns a queue with the metrics of that name, or without metrics if it is empty.
func New[T comparable](name string, _ ...Opt[T]) *priorityqueue[T] {
	metrics := newFakeMetricsProvider(fmt.Sprint(name, "-", made.Add(1)))
	q := &priorityqueue[T]{
		metrics:     metrics,
		hasMetrics:  name != "",
		rateLimiter: workqueue.NewTypedItemExponentialFailureRateLimiter[T](5*time.Millisecond, 1000*time.Second),
		now:         time.Now,
		tick:        func(time.Duration) <-chan time.Time { return nil },
	}
	if name != "" {
		name = metrics.name
	}
	queue := priority.ControllerOptions(limitedReconciler[T](metrics.name)).NewQueue(name, backOff[T]{q})
	q.PriorityQueue = queue.(theirs.PriorityQueue[T])
	return q
}

// limitedReconciler returns one whose limiter lets everything through: a thousandth of a second after it is
// asked for the first time, it holds 200,000 tokens.
func limitedReconciler[T comparable](name string) *ratelimiter.Reconciler[T] {
	limits, err := ratelimiter.New(200_000_000)
	if err != nil {
		panic(err)
	}
	inner := reconcile.TypedFunc[T](func(context.Context, T) (reconcile.Result, error) { return reconcile.Result{}, nil })
	r, err := ratelimiter.NewReconciler(name, inner, limits)
	if err != nil {
		panic(err)
	}
	var none T
	if _, err := r.Reconcile(context.Background(), none); err != nil {
		panic(err)
	}
	time.Sleep(time.Millisecond)
	return r
}

// backOff is the queue's rate limiter, which tests exchange later.
type backOff[T comparable] struct{ queue *priorityqueue[T] }

func (b backOff[T]) When(item T) time.Duration { return b.queue.rateLimiter.When(item) }

func (b backOff[T]) Forget(item T) { b.queue.rateLimiter.Forget(item) }

func (b backOff[T]) NumRequeues(item T) int { return b.queue.rateLimiter.NumRequeues(item) }

func newQueue(...Opt[string]) (*priorityqueue[string], *fakeMetricsProvider) {
	q := New[string]("test")
	return q, q.metrics
}

func newQueueWithTimeForwarder() (*priorityqueue[string], *fakeMetricsProvider, func(time.Duration)) {
	q, m := newQueue()
	return q, m, func(d time.Duration) {
		time.Sleep(d)
		synctest.Wait()
	}
}

// The calls after which the metrics may be others.

func (q *priorityqueue[T]) Add(item T) { q.AddWithOpts(AddOpts{}, item) }

func (q *priorityqueue[T]) AddWithOpts(o AddOpts, items ...T) {
	if o.After > 0 && !o.RateLimited {
		q.tick(o.After)
	}
	q.PriorityQueue.AddWithOpts(o, items...)
	q.readMetrics()
}

func (q *priorityqueue[T]) Get() (item T, shutdown bool) {
	item, _, shutdown = q.GetWithPriority()
	return item, shutdown
}

func (q *priorityqueue[T]) GetWithPriority() (item T, priority int, shutdown bool) {
	item, priority, shutdown = q.PriorityQueue.GetWithPriority()
	q.readMetrics()
	return item, priority, shutdown
}

func (q *priorityqueue[T]) Len() int {
	defer q.readMetrics()
	return q.PriorityQueue.Len()
}

func (q *priorityqueue[T]) Done(item T) {
	q.PriorityQueue.Done(item)
	q.readMetrics()
}

// readMetrics brings the metrics up to date: in tests of thousands of calls not after each.
func (q *priorityqueue[T]) readMetrics() {
	if q.hasMetrics && (q.calls.Add(1) < 200 || q.PriorityQueue.Len() == 0) {
		q.metrics.read()
	}
}
