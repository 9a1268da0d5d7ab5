//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// However many requests wait in the queue, only the workers wait here.
func TestMillionRequestsWait(t *testing.T) {
	requests := 1_000_000
	if testing.Short() {
		requests /= 10
	}
	synctest.Test(t, func(t *testing.T) {
		limits := newLimits(t, maxReconcileRate)
		log := simulation.NewLog()
		stop, err := simulation.Start(t.Context(), simulation.Controller{
			Name:    "million",
			Options: limited(t, "million", log.Reconciler(nil), limits),
			Sources: []source.Source{source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
				for _, object := range simulation.Objects("object", requests) {
					queue.Add(object)
				}
				return nil
			})},
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if got := limits.global.tree.waiting; got != maxReconcileRate {
			t.Errorf("%d wait for the limiter, want the %d workers", got, maxReconcileRate)
		}
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
}

// Memory follows what is queued down again, the one that metrics need included.
func TestQueueGivesMemoryBack(t *testing.T) {
	const requests = 100_000
	synctest.Test(t, func(t *testing.T) {
		q := newQueue("memory", mustShare(t, mustLimiter(t, maxRate, maxBurst), "memory", 1),
			workqueue.TypedRateLimiter[int](nil))
		before := heapBytes()
		for i := range requests {
			q.Add(i)
		}
		full := heapBytes() - before
		for range requests {
			request, _ := q.Get()
			q.Done(request)
		}
		time.Sleep(time.Second) // client-go's queue looks every half second whether it was shut down
		synctest.Wait()
		if left := heapBytes() - before; left > full/20 {
			t.Errorf("%d kB of %d are left when %d requests are done", left>>10, full>>10, requests)
		}
		q.ShutDown()
		time.Sleep(time.Second)
	})
}

// That holds for a queue too that never empties, whichever requests remain: the one that is added
// before the last one ends, or some that came first or in between.
func TestQueueThatNeverEmptiesGivesMemoryBack(t *testing.T) {
	requests := 1_000_000
	if testing.Short() {
		requests /= 10
	}
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		q := newQueue("never empty", mustShare(t, mustLimiter(t, maxRate, maxBurst), "never empty", 1),
			workqueue.TypedRateLimiter[int](nil))
		before := heapBytes()
		q.Add(0)
		kept, _ := q.Get() // in work for the rest of the time
		for i := 1; i <= requests; i++ {
			if random.IntN(10) == 0 {
				q.AddAfter(i, time.Duration(random.IntN(10_000))*time.Millisecond)
			} else {
				q.AddWithPriority(0, false, random.IntN(3)-1, i)
			}
		}
		full := heapBytes() - before
		time.Sleep(10 * time.Second)
		next := requests
		handle := func() {
			request, _ := q.Get()
			if len(q.items.of) < 3 {
				next++
				q.Add(next)
			}
			q.Done(request)
		}
		for range requests + 100 {
			handle()
		}
		if n := len(q.items.of); n < 2 || n > 3 {
			t.Fatalf("%d requests are left", n)
		}
		if left := heapBytes() - before; left > full/50 {
			t.Errorf("%d kB of %d are left when %d requests of %d are queued", left>>10, full>>10, len(q.items.of), requests)
		} else {
			t.Logf("%d kB of %d are left", left>>10, full>>10)
		}
		q.Done(kept)
		q.ShutDown()
	})
}

// Nor does an outage that is over cost memory.
func TestBackOffGivesMemoryBack(t *testing.T) {
	const requests = 100_000
	b := mustBackOff(t, time.Second, time.Minute, 0)
	names := make([]string, requests)
	for i := range names {
		names[i] = fmt.Sprint("object-", i)
	}
	before := heapBytes()
	for _, name := range names {
		b.When(name)
	}
	full := heapBytes() - before
	for _, name := range names {
		b.Forget(name)
	}
	if left := heapBytes() - before; left > full/10 {
		t.Errorf("%d kB of %d are left when %d failures are forgotten", left>>10, full>>10, requests)
	}
	runtime.KeepAlive(b)
	runtime.KeepAlive(names)
}

func heapBytes() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
