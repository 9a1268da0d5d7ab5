package ratelimiter

import (
	"context"
	"fmt"
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
	if got := testing.AllocsPerRun(1000, func() { _ = s.Wait(ctx) }); got != 0 {
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

// BenchmarkGrant is the cost of a grant while calls wait: of 50 controllers with
// 10 workers each, and 10,000 calls of few, many and as many controllers.
func BenchmarkGrant(b *testing.B) {
	for _, load := range []struct{ controllers, workers int }{{50, 10}, {50, 200}, {2000, 5}, {10000, 1}} {
		b.Run(fmt.Sprintf("controllers=%d/waiting=%d", load.controllers, load.controllers*load.workers), func(b *testing.B) {
			l, err := newLimiter(maxRate, 1, burstAtStart())
			if err != nil {
				b.Fatal(err)
			}
			l.tree.mu.Lock()
			defer l.tree.mu.Unlock()
			for i := range load.controllers {
				s := &share{limiter: l, quantum: fullQuantum, metrics: metricsFor("bench", false), name: fmt.Sprint(i)}
				for range load.workers {
					s.enqueue()
				}
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				l.bucket.tokens = 1
				s, _ := l.pick(l.bucket.last)
				s.charge()
				l.take()
				s.remove(s.first)
				s.enqueue()
			}
		})
	}
}

// BenchmarkGrantOfClasses is the cost of a grant while 10,000 classes wait, and of a pass
// while 20,000 controllers are throttled alone.
func BenchmarkGrantOfClasses(b *testing.B) {
	l, err := newLimiter(maxRate, maxBurst, burstAtStart())
	if err != nil {
		b.Fatal(err)
	}
	for i := range 10_000 {
		class, err := l.NewClass(maxRate, maxBurst, burstAtStart())
		if err != nil {
			b.Fatal(err)
		}
		s := &share{limiter: class, quantum: fullQuantum, metrics: metricsFor("bench", false), name: fmt.Sprint(i)}
		s.enqueue()
	}
	l.tree.mu.Lock()
	defer l.tree.mu.Unlock()
	now := l.tree.now()
	b.ResetTimer()
	for range b.N {
		s, _ := l.pick(now)
		s.charge()
		s.limiter.take()
		s.remove(s.first)
		s.enqueue()
	}
}

func BenchmarkPassBesideThrottled(b *testing.B) {
	l, err := newLimiter(maxRate, maxBurst, burstAtStart())
	if err != nil {
		b.Fatal(err)
	}
	for i := range 20_000 {
		s, err := l.newShare(fmt.Sprint(i), 1)
		if err != nil {
			b.Fatal(err)
		}
		s.throttle(time.Hour, s.generation())
	}
	s, err := l.newShare("free", 1)
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		if _, err := s.wait(context.Background(), false); err != nil {
			b.Fatal(err)
		}
	}
}
