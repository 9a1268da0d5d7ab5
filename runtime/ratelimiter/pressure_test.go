package ratelimiter

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"go.uber.org/goleak"
)

// A thousand goroutines, in real time, come, leave and change limits as fast as
// they can. The race detector watches, and nothing may remain.
func TestThousandGoroutines(t *testing.T) {
	before := goleak.IgnoreCurrent()
	root := mustLimiter(t, 1e6, 1)
	class := mustClass(t, root, 1e6, 10)
	shares := []*share{mustShare(t, root, "a", 1), mustShare(t, root, "b", 3), mustShare(t, class, "c", 1)}
	var (
		callers sync.WaitGroup
		through atomic.Int64
	)
	const goroutines, calls = 1000, 20
	for i := range goroutines {
		callers.Add(1)
		go func() {
			defer callers.Done()
			s := shares[i%len(shares)]
			for call := range calls {
				ctx, cancel := context.WithCancel(context.Background())
				if call%5 == 4 {
					go cancel()
				}
				if s.Wait(ctx) == nil {
					through.Add(1)
				}
				cancel()
				if i == 0 {
					if err := class.SetLimit(1e6, 1+call); err != nil {
						t.Error(err)
					}
				}
			}
		}()
	}
	callers.Wait()
	if got := through.Load(); got < goroutines*calls*4/5 || got > goroutines*calls {
		t.Errorf("%d of %d calls were let through", got, goroutines*calls)
	}
	if root.tree.waiting != 0 || root.tree.armed {
		t.Errorf("%d counted as waiting, timer armed: %v", root.tree.waiting, root.tree.armed)
	}
	goleak.VerifyNone(t, before)
}

// Memory follows those that wait, and goes when they do.
func TestMemoryOfThoseThatWait(t *testing.T) {
	if size := unsafe.Sizeof(waiter{}); size > 64 {
		t.Errorf("a waiter takes %d bytes", size)
	}
	l := mustLimiter(t, 0.000001, 1)
	s := mustShare(t, l, "share", 1)
	const waiters = 100_000
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	l.tree.mu.Lock()
	all := make([]*waiter, waiters)
	list := int64(unsafe.Sizeof(all[0])) * waiters
	for i := range all {
		all[i] = s.enqueue()
	}
	each := (heap() - before - list) / waiters
	if each < 1 || each > 256 {
		t.Errorf("a call that waits takes %d bytes, want at most 256", each)
	}
	for _, w := range all {
		l.tree.leave(w, l.tree.now())
	}
	clear(all)
	l.tree.mu.Unlock()
	// The heap is the whole process's, so some of it is not ours.
	if left := heap() - before - list; left > waiters*each/5 {
		t.Errorf("%d bytes are left after all have gone", left)
	}
	t.Logf("%d bytes for each call that waits", each)
	runtime.KeepAlive(all)
	runtime.KeepAlive(s)
}
