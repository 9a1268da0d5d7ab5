package simulation

import (
	"context"
	"sync"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// A Log records when reconciles start.
type Log struct {
	began time.Time

	mu      sync.Mutex
	entries []Entry
}

// An Entry is one reconcile.
type Entry struct {
	At      time.Duration // since the log began
	Request reconcile.Request
}

// NewLog returns a log that begins now.
func NewLog() *Log { return &Log{began: time.Now()} }

// Reconciler records each request and does with it what do says; a nil do
// succeeds at once.
func (l *Log) Reconciler(do reconcile.Func) reconcile.Reconciler {
	return reconcile.Func(func(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
		at := time.Since(l.began)
		l.mu.Lock()
		l.entries = append(l.entries, Entry{at, req})
		l.mu.Unlock()
		if do == nil {
			return reconcile.Result{}, nil
		}
		return do(ctx, req)
	})
}

// Entries returns what was recorded, in order of time.
func (l *Log) Entries() []Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Entry(nil), l.entries...)
}

// Between counts the reconciles that start at or after from and before to.
func (l *Log) Between(from, to time.Duration) int {
	n := 0
	for _, e := range l.Entries() {
		if e.At >= from && e.At < to {
			n++
		}
	}
	return n
}

// First returns when the first reconcile of the request started, and whether
// there was one.
func (l *Log) First(r reconcile.Request) (time.Duration, bool) {
	for _, e := range l.Entries() {
		if e.Request == r {
			return e.At, true
		}
	}
	return 0, false
}
