//go:build go1.25

package ratelimiter

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// newTestQueue returns a queue that is limited to that rate and burst, with a
// back-off from 1 s to 60 s.
func newTestQueue(t *testing.T, rate float64, burst int) *queue[string] {
	t.Helper()
	return newQueue("", mustShare(t, mustLimiter(t, rate, burst), "queue", 1),
		workqueue.TypedRateLimiter[string](mustBackOff(t, time.Second, time.Minute, 0)))
}

// onQueue runs a test in virtual time on a queue whose limiter lets all through.
func onQueue(t *testing.T, test func(t *testing.T, q *queue[string])) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		q := newTestQueue(t, maxRate, maxBurst)
		defer q.ShutDown()
		test(t, q)
	})
}

// take gets n requests and returns them with their priorities, or what there is
// once the queue hands out no more.
func take(t *testing.T, q *queue[string], n int) (requests []string, priorities []int) {
	t.Helper()
	for range n {
		got := make(chan struct{})
		go func() {
			request, priority, shutdown := q.GetWithPriority()
			if !shutdown {
				requests, priorities = append(requests, request), append(priorities, priority)
			}
			close(got)
		}()
		synctest.Wait()
		select {
		case <-got:
		default:
			t.Fatalf("the queue has no more than %v, want %d", requests, n)
		}
	}
	return requests, priorities
}

// wantNext takes as many requests as are wanted and fails if they are others, or
// if further ones are ready.
func wantNext(t *testing.T, q *queue[string], want ...string) {
	t.Helper()
	if got, _ := take(t, q, len(want)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := q.Len() - q.ready.blocked; n != 0 {
		t.Errorf("%d more are ready, want none", n)
	}
}

func TestQueueIsFirstInFirstOutAndMerges(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		for _, request := range []string{"a", "b", "a", "c", "b", "a"} {
			q.Add(request)
		}
		if q.Len() != 3 {
			t.Errorf("%d are ready, want 3", q.Len())
		}
		wantNext(t, q, "a", "b", "c")
	})
}

func TestQueueOrdersByPriority(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		q.AddWithPriority(0, false, -100, "initial", "initial too")
		q.AddWithPriority(0, false, 0, "event")
		q.AddWithPriority(0, false, 100, "urgent")
		q.AddWithPriority(0, false, 0, "event too")
		if got, priorities := take(t, q, 5); !slices.Equal(got, []string{"urgent", "event", "event too", "initial", "initial too"}) ||
			!slices.Equal(priorities, []int{100, 0, 0, -100, -100}) {
			t.Errorf("got %v with priorities %v", got, priorities)
		}
	})
}

// A higher priority moves a queued request up to the end of its new equals; a
// lower one changes nothing.
func TestQueueKeepsTheHighestPriority(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		q.AddWithPriority(0, false, 0, "a", "b", "c")
		q.AddWithPriority(0, false, 5, "first")
		q.AddWithPriority(0, false, 5, "c")
		q.AddWithPriority(0, false, -5, "c", "a")
		wantNext(t, q, "first", "c", "a", "b")

		q.AddWithPriority(time.Second, false, 0, "later", "last")
		q.AddWithPriority(time.Minute, false, 7, "last")
		time.Sleep(time.Second)
		wantNext(t, q, "last", "later")
	})
}

func TestQueueDelays(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		q.AddAfter("three", 3*time.Second)
		q.AddAfter("one", time.Second)
		q.AddAfter("two", 5*time.Second)
		q.AddAfter("two", 2*time.Second)  // the earlier counts
		q.AddAfter("one", 10*time.Second) // not the later
		q.AddAfter("never", math.MaxInt64)
		q.Add("now")
		wantNext(t, q, "now")
		for i, want := range []string{"one", "two", "three"} {
			time.Sleep(time.Second - 1)
			if q.Len() != 0 {
				t.Errorf("%d were ready 1 ns before %d s", q.Len(), i+1)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			wantNext(t, q, want)
		}

		// An event makes a request ready that was to come later, once.
		q.AddAfter("poll", time.Minute)
		q.Add("poll")
		wantNext(t, q, "poll")
		q.Done("poll")
		time.Sleep(time.Hour)
		wantNext(t, q)
	})
}

func TestQueueBacksOff(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		for _, delay := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
			q.AddRateLimited("a")
			time.Sleep(delay - 1)
			wantNext(t, q)
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			wantNext(t, q, "a")
			q.Done("a")
		}
		if q.NumRequeues("a") != 3 {
			t.Errorf("%d failures counted, want 3", q.NumRequeues("a"))
		}
		q.Forget("a")
		q.AddWithPriority(100*time.Millisecond, true, 0, "a") // whichever is less
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		wantNext(t, q, "a")
	})
}

// A request in work is not handed out again before Done, and then once, however
// often it was added.
func TestQueueHoldsWhatIsInWork(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		q.Add("a")
		wantNext(t, q, "a")
		q.Add("a")
		q.AddWithPriority(0, false, 3, "a")
		q.AddAfter("a", time.Second)
		q.Add("b")
		time.Sleep(time.Minute)
		wantNext(t, q, "b")
		q.Done("b")
		q.Done("a")
		if _, priorities := take(t, q, 1); priorities[0] != 3 {
			t.Errorf("the priority is %d, want 3", priorities[0])
		}
		q.Done("a")
		wantNext(t, q)

		// What is to come later is not lost by Done, nor handed out before it.
		q.Add("c")
		wantNext(t, q, "c")
		q.AddAfter("c", time.Second)
		q.Done("c")
		wantNext(t, q)
		time.Sleep(time.Second)
		synctest.Wait()
		wantNext(t, q, "c")
		q.AddAfter("c", time.Second)
		time.Sleep(time.Minute)
		wantNext(t, q)
		q.Done("c")
		wantNext(t, q, "c")
		q.Done("c")
		q.Done("c") // once too often
		q.Done("unknown")
		wantNext(t, q)
	})
}

// Memory follows what is queued or in work.
func TestQueueForgetsWhatIsDone(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		for i := range 1000 {
			q.AddWithPriority(time.Duration(i%3)*time.Second, false, i%7, fmt.Sprint(i))
		}
		time.Sleep(time.Minute)
		requests, _ := take(t, q, 1000)
		for _, request := range requests {
			q.Done(request)
		}
		if len(q.items.of) != 0 || len(q.delayed) != 0 || len(q.ready.levels) != 0 || q.ready.length != 0 {
			t.Errorf("%d items, %d delayed and %d priorities are left", len(q.items.of), len(q.delayed), len(q.ready.levels))
		}
	})
}

// A request that is added while it is in work has its place in line from then on.
func TestQueueKeepsThePlaceOfWhatIsInWork(t *testing.T) {
	onQueue(t, func(t *testing.T, q *queue[string]) {
		q.AddWithPriority(0, false, 0, "a1", "b1", "a2")
		take(t, q, 3)
		q.AddWithPriority(0, false, 0, "a1", "a3", "a2", "a4", "b1", "b2")
		if q.Len() != 6 {
			t.Errorf("%d are due, want 6 with those in work", q.Len())
		}
		if got, _ := take(t, q, 2); !slices.Equal(got, []string{"a3", "a4"}) {
			t.Errorf("got %v", got)
		}
		q.AddWithPriority(0, false, 2, "a2")
		q.Done("a2")
		q.Done("a1")
		q.Done("b1")
		wantNext(t, q, "a2", "a1", "b1", "b2")
	})
}

func TestQueueEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTestQueue(t, 0.001, 1)
		var ended atomic.Int32
		for range 5 {
			go func() {
				if _, shutdown := q.Get(); shutdown {
					ended.Add(1)
				}
			}()
		}
		synctest.Wait()
		for i := range 3 { // one is handed out, two wait for tokens, two workers are idle
			q.Add(fmt.Sprint(i))
		}
		q.AddAfter("later", time.Hour)
		synctest.Wait()
		if waiting := q.share.limiter.tree.waiting; ended.Load() != 0 || waiting != 2 {
			t.Errorf("%d ended and %d wait for the limiter, want 0 and 2", ended.Load(), waiting)
		}
		q.ShutDown()
		q.ShutDown()
		synctest.Wait()
		if waiting := q.share.limiter.tree.waiting; ended.Load() != 4 || waiting != 0 {
			t.Errorf("%d ended and %d wait for the limiter, want 4 and 0", ended.Load(), waiting)
		}
		if q.Len() != 0 || len(q.items.of) != 1 {
			t.Errorf("%d are ready and %d kept, want none but the one in work", q.Len(), len(q.items.of))
		}
		if _, ok := q.spend("0"); !ok {
			t.Error("the request in work lost its token")
		}
		q.Add("late")
		if _, shutdown := q.Get(); !shutdown || !q.ShuttingDown() || q.claims != 0 {
			t.Errorf("after ShutDown a request was handed out")
		}
		q.ShutDownWithDrain()
	})
}

// A request leaves the queue only with a token; until then events merge, and a
// more urgent one takes the token.
func TestQueueDecidesWhenTheTokenComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTestQueue(t, 1, 1)
		defer q.ShutDown()
		q.Add("first")
		wantNext(t, q, "first")
		began := time.Now()
		var got string
		go func() { got, _ = q.Get() }()
		q.Add("early")
		synctest.Wait()
		time.Sleep(999 * time.Millisecond)
		q.Add("early")
		q.AddWithPriority(0, false, 1, "urgent")
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if got != "urgent" || time.Since(began) != time.Second {
			t.Errorf("got %q, want the urgent one after 1s", got)
		}
		if q.Len() != 1 {
			t.Errorf("%d are ready, want the early one, once", q.Len())
		}
	})
}

// A request that was handed out costs its token, also if the limited reconciler never saw
// it: another one did.
func TestQueueChargesWhatItHandsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTestQueue(t, 0.001, 2)
		defer q.ShutDown()
		q.Add("a")
		wantNext(t, q, "a")
		q.Done("a")
		q.Add("b")
		wantNext(t, q, "b")
		spent := func(request string) bool { _, ok := q.spend(request); return ok }
		if !spent("b") || spent("b") || spent("a") || spent("unknown") {
			t.Error("a token was spent twice, or by a request that had none, or not at all")
		}
		q.Done("b")
		q.Add("c")
		got := false
		go func() { _, shutdown := q.Get(); got = !shutdown }()
		synctest.Wait()
		if got {
			t.Error("c was handed out without a token")
		}
	})
}

// A controller asks for as many tokens as it has both idle workers and requests.
func TestQueueClaimsWhatItCanUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTestQueue(t, 0.001, 1)
		defer q.ShutDown()
		q.Add("spend the token")
		wantNext(t, q, "spend the token")
		tree := q.share.limiter.tree
		for range 3 {
			go q.Get()
		}
		synctest.Wait()
		for i, want := range []int{1, 2, 3, 3, 3} {
			q.Add(fmt.Sprint(i))
			synctest.Wait()
			if tree.waiting != want {
				t.Errorf("with %d requests and 3 idle workers %d claims wait, want %d", i+1, tree.waiting, want)
			}
		}
	})
}
