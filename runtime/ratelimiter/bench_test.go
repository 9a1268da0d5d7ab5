package ratelimiter

import (
	"context"
	"testing"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A pass that need not wait allocates nothing: the limiter, and the middleware
// with a context like the controller's.
func TestPassAllocatesNothing(t *testing.T) {
	l := mustLimiter(t, maxRate, maxBurst)
	s := mustShare(t, l, "share", 1)
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	if got := testing.AllocsPerRun(1000, func() { _ = l.Wait(ctx, s) }); got != 0 {
		t.Errorf("Wait allocates %v times", got)
	}
	limits, err := New(maxMaxReconcileRate)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReconciler("pass", reconcile.Func(succeed), limits)
	if err != nil {
		t.Fatal(err)
	}
	if got := testing.AllocsPerRun(1000, func() { _, _ = r.Reconcile(ctx, reconcile.Request{}) }); got != 0 {
		t.Errorf("Reconcile allocates %v times", got)
	}
}

func succeed(context.Context, reconcile.Request) (reconcile.Result, error) {
	return reconcile.Result{}, nil
}

// BenchmarkGrantAmongWaiting is the cost of a grant when many wait: 50 controllers
// with 10 workers each.
func BenchmarkGrantAmongWaiting(b *testing.B) {
	l, err := NewLimiter(maxRate, 1)
	if err != nil {
		b.Fatal(err)
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	for i := range 50 {
		s := &Share{limiter: l, quantum: fullQuantum, metrics: &shareMetrics{}, name: string(rune('a' + i))}
		for range 10 {
			l.tree.arrived++
			s.enqueue(l.tree.arrived)
		}
	}
	b.ReportAllocs()
	for range b.N {
		l.bucket.tokens = 1
		s, _ := l.pick(l.bucket.last)
		s.charge()
		l.take()
		w := s.first
		s.remove(w)
		l.tree.arrived++
		s.enqueue(l.tree.arrived)
	}
}
