package ratelimiter

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// A queue is the workqueue of one limited controller. It hands out a request
// together with its token, so that no worker waits for the limiter with a request
// in hand: until the last moment events merge, and a request of higher priority
// comes first. What a reconcile's deadline and timings measure is the reconcile.
//
// A worker that asks for a request puts a claim in the limiter's line if there is
// a request for it, and takes the first request once the claim is granted. So a
// controller competes for tokens with as many claims as it has both idle workers
// and requests for them.
//
// Requests that are added again while they are queued merge: the highest priority
// counts, and the earliest time. One that is added while it is in work is handed
// out again after Done, from the place in line that it took when it was added.
type queue[T comparable] struct {
	share   *share
	backOff workqueue.TypedRateLimiter[T]
	objects *objectLimit[T] // nil for none
	timed   bool            // somebody wants to know how long requests wait
	stopped chan struct{}   // closed by ShutDown

	mu      sync.Mutex // before the tree's
	idle    *sync.Cond // for those that find no request to claim a token for
	items   shrinking[T, *item[T]]
	ready   readyItems[T]
	delayed heap[*item[T]]
	timer   *time.Timer // for the first of delayed
	timerAt int64       // when it fires, or never
	claims  int         // in the limiter's line or granted, at most as many as ready
	added   uint64      // the last number of an item
	meter   *meter
	down    bool

	dropsPriorities atomic.Bool // and nobody chose that; false once the log has said so
	free            *item[T]    // to be used again

	// Whether requests reach the limited reconciler, which spends their tokens.
	reached     bool
	unreached   bool // one did not, and none had before
	toldOfOther bool
}

// errShutDown ends the claims of a queue that is shut down.
var errShutDown = errors.New("the queue was shut down")

// errOtherReconciler is logged once for a controller whose requests do not come to the
// limited reconciler. The limit holds; but errors made by Throttled are not heeded, and
// what the reconciler is wrapped for is missing.
var errOtherReconciler = errors.New("the controller has the limited queue, and another reconciler than the limited one: " +
	"its requests are charged to the limit when they end")

func newQueue[T comparable](name string, share *share, backOff workqueue.TypedRateLimiter[T]) *queue[T] {
	q := &queue[T]{
		share:   share,
		backOff: backOff,
		stopped: make(chan struct{}),
		timerAt: noTimer,
	}
	q.meter = newMeter(name, &q.mu, share.limiter.tree.now)
	q.idle = sync.NewCond(&q.mu)
	return q
}

// CountByPriority makes the queue's depth one by priority. It is to be called before
// the first request is added.
func (q *queue[T]) CountByPriority() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.meter.countByPriority()
}

// Add makes a request ready.
func (q *queue[T]) Add(request T) { q.AddWithPriority(0, false, 0, request) }

// AddAfter makes a request ready after a while.
func (q *queue[T]) AddAfter(request T, after time.Duration) {
	q.AddWithPriority(after, false, 0, request)
}

// AddRateLimited makes a request ready after its back-off, as one that failed.
func (q *queue[T]) AddRateLimited(request T) { q.AddWithPriority(0, true, 0, request) }

// AddWithPriority makes requests ready after a while, or after their back-off if
// backOff and that is less or the while is 0. Those of higher priority come first.
func (q *queue[T]) AddWithPriority(after time.Duration, backOff bool, priority int, requests ...T) {
	for _, request := range requests {
		delay := after
		if backOff {
			if d := q.backOff.When(request); after == 0 || d < after {
				delay = d
			}
		}
		q.add(request, delay, priority)
	}
}

func (q *queue[T]) add(request T, delay time.Duration, priority int) {
	q.mu.Lock()
	defer q.unlock()
	if q.down {
		return
	}
	it, ok := q.items.of[request]
	if !ok {
		it = q.newItem(request)
	}
	if it.state == notQueued {
		q.number(it)
		it.priority = priority
	} else if priority > it.priority {
		q.raise(it, priority)
	}
	if delay > 0 {
		q.meter.retry()
		now := q.share.limiter.tree.now()
		q.delay(it, now+min(int64(delay), noTimer-1-now))
		return
	}
	q.release(it)
}

// Get waits for a request and for its token. It reports true as soon as the queue
// is shut down.
func (q *queue[T]) Get() (request T, shutdown bool) {
	if q.dropsPriorities.CompareAndSwap(true, false) {
		logger().Info("The limited queue keeps no priorities, which this controller-runtime has by default: build the controller with "+
			"Complete and WithQueue",
			"controller", q.share.name)
	}
	request, _, shutdown = q.GetWithPriority()
	return request, shutdown
}

// GetWithPriority is Get, and returns the request's priority.
func (q *queue[T]) GetWithPriority() (request T, priority int, shutdown bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.down {
		if q.ready.length <= q.claims {
			q.idle.Wait()
			continue
		}
		w, err := q.share.ask()
		if err == nil && w == nil {
			if request, priority, ok := q.handOut(math.MaxInt64); ok {
				return request, priority, false
			}
			continue
		}
		if err != nil {
			// The reconciler was closed: its controller has no turn any more,
			// and ends with its manager.
			q.idle.Wait()
			continue
		}
		q.claims++
		q.mu.Unlock()
		err = q.await(w)
		q.mu.Lock()
		q.claims--
		if err != nil {
			break
		}
		if q.down {
			q.share.giveBack()
			break
		}
		if request, priority, ok := q.handOut(w.began); ok {
			return request, priority, false
		}
	}
	return request, 0, true
}

// await waits for a claim's grant or the end of the queue.
func (q *queue[T]) await(w *waiter) error {
	select {
	case <-w.granted:
		return q.share.endWait(w, nil)
	case <-q.stopped:
		return q.share.endWait(w, errShutDown)
	}
}

// handOut returns the next request, for which a token was taken that was claimed at
// that time. If there is none any more, it gives the token back and reports false.
func (q *queue[T]) handOut(claimed int64) (request T, priority int, ok bool) {
	it := q.ready.pop()
	if it == nil {
		q.share.giveTurnBack()
		return request, 0, false
	}
	it.state = notQueued
	it.working, it.unspent = true, true
	if q.timed {
		now := q.share.limiter.tree.now()
		it.waited = waited{min(max(claimed, it.readyAt), now), now}
		q.objects.take(it.key, now)
	}
	q.meter.get(&it.times, it.priority)
	return it.key, it.priority, true
}

// spend reports whether the request was handed out with a token that was not used
// before, and how it waited for that. A nil queue has handed out nothing.
func (q *queue[T]) spend(request T) (w waited, ok bool) {
	if q == nil {
		return waited{}, false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	it, ok := q.items.of[request]
	if !ok || !it.unspent {
		return waited{}, false
	}
	it.unspent = false
	q.reached = true
	return it.waited, true
}

// Done says that the work on a request has ended. One whose token the limited
// reconciler did not spend was reconciled all the same, by another that the controller
// has instead: so its token is spent.
func (q *queue[T]) Done(request T) {
	q.mu.Lock()
	defer q.unlock()
	it, ok := q.items.of[request]
	if !ok || !it.working {
		return
	}
	it.working = false
	q.meter.done(&it.times)
	q.share.limiter.ended()
	if it.unspent {
		it.unspent = false
		q.share.tried(q.share.generation())
		q.unreached = !q.reached && !q.down
	}
	switch it.state {
	case blocked:
		q.unblock(it)
	case notQueued:
		q.freeItem(it)
	}
}

// Forget ends the request's back-off.
func (q *queue[T]) Forget(request T) { q.backOff.Forget(request) }

// NumRequeues is how often the request failed since it was last forgotten.
func (q *queue[T]) NumRequeues(request T) int { return q.backOff.NumRequeues(request) }

// Len is how many requests are due, those included that are still in work.
func (q *queue[T]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.ready.length + q.ready.blocked
}

// ShutDown ends all calls of Get at once. What is queued is dropped.
func (q *queue[T]) ShutDown() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.down {
		return
	}
	q.down = true
	close(q.stopped)
	if q.timer != nil {
		q.timer.Stop()
	}
	for request, it := range q.items.of {
		it.state = notQueued
		if !it.working {
			delete(q.items.of, request)
		}
	}
	q.ready, q.delayed = readyItems[T]{}, nil
	q.idle.Broadcast()
	q.meter.shutDown()
	if q.share.ofQueue {
		q.share.Close() // the next controller of that name has one of its own
	}
}

// ShutDownWithDrain is ShutDown: controllers of controller-runtime do not drain.
func (q *queue[T]) ShutDownWithDrain() { q.ShutDown() }

// ShuttingDown reports whether ShutDown was called.
func (q *queue[T]) ShuttingDown() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.down
}

// unlock releases the lock and tells of what happened.
func (q *queue[T]) unlock() {
	tell := q.unreached && !q.toldOfOther
	q.toldOfOther = q.toldOfOther || tell
	q.mu.Unlock()
	if tell {
		logger().Error(errOtherReconciler, "A controller is limited by half: build it with Complete", "controller", q.share.name)
	}
}
