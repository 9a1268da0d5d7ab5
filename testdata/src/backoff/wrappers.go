package backoff

import (
	"context"
	"sync"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// spaced lets a request through at most once in a while.
type spaced struct {
	inner reconcile.Reconciler
	mu    sync.Mutex
	next  map[reconcile.Request]time.Time
}

// wait returns how long a request has to wait for its turn.
func (s *spaced) wait(req reconcile.Request) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := time.Until(s.next[req])
	if wait <= 0 {
		s.next[req] = time.Now().Add(time.Second) // want RL4011:"spaced.next has an entry for each object"
	}
	return wait
}

func (s *spaced) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if wait := s.wait(req); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil // want RL4012:"this wrapper answers with RequeueAfter before it calls the reconciler: the queue takes that for success and forgets the object's failures"
	}
	return s.inner.Reconcile(ctx, req)
}

// keeps makes the limiter of its queue forget by itself.
type keeps struct {
	spaced
	failures workqueue.TypedRateLimiter[reconcile.Request]
}

func (k *keeps) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	if wait := k.wait(req); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	result, err := k.inner.Reconcile(ctx, req)
	if err == nil {
		k.failures.Forget(req)
	}
	return result, err
}

// patient waits for what is not ready, and after an error.
type patient struct {
	spaced
	ready func(context.Context) (bool, error)
	pause time.Duration
}

func (p *patient) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	ready, err := p.ready(ctx)
	if err != nil {
		return reconcile.Result{RequeueAfter: p.pause}, nil // want RL4005:"is always 0"
	}
	if !ready {
		return reconcile.Result{RequeueAfter: 10 * time.Second}, nil
	}
	return p.inner.Reconcile(ctx, req)
}

// steps asks one reconciler after the other.
type steps struct{ list []reconcile.Reconciler }

func (s *steps) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var results []reconcile.Result
	for _, step := range s.list {
		result, err := step.Reconcile(ctx, req)
		if err != nil {
			return reconcile.Result{}, err
		}
		results = append(results, result)
	}
	return soonest(results...), nil
}

func soonest(results ...reconcile.Result) (least reconcile.Result) {
	for _, r := range results {
		if r.RequeueAfter > 0 && (least.IsZero() || r.RequeueAfter < least.RequeueAfter) {
			least.RequeueAfter = r.RequeueAfter
		}
	}
	return least
}
