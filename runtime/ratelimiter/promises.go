package ratelimiter

import "slices"

// promises are of tokens for requests that begin whenever they come: those that the drop-in
// sent back, which pass crossplane-runtime's middleware unasked the next time, with a
// deadline. Up to half of the burst is kept for them, so that none of them waits. Guarded by
// the tree's lock.
type promises struct {
	made    int
	waiting []*waiter // that came when no token was left, and are next
}

// promise makes one more promise, or one less.
func (s *share) promise(by int) {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	t.promises.made += by
	t.keepTokens()
	t.dispatch(t.now())
}

// keepTokens keeps those that were promised, but from nobody whom they were promised to.
func (t *tree) keepTokens() {
	b := &t.root.bucket
	b.kept = min(int64(t.promises.made), b.burst/2)
	if len(t.promises.waiting) > 0 {
		b.kept = 0
	}
}

// askPromised is ask, for a token that was promised. The share pays for it with its next turn.
func (s *share) askPromised() (w *waiter, err error) {
	t := s.limiter.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	w = &waiter{share: s, granted: make(chan struct{}), began: now}
	t.promises.made--
	t.promises.waiting = append(t.promises.waiting, w)
	t.waiting++
	s.metrics.waiting.Inc()
	t.dispatch(now)
	return w, nil
}

// keepPromises lets through whom tokens were promised.
func (t *tree) keepPromises(now int64) {
	p := &t.promises
	for t.keepTokens(); len(p.waiting) > 0 && p.waiting[0].share.limiter.tryTake(now, t.waiting); t.keepTokens() {
		w := p.waiting[0]
		t.takeOut(w)
		w.share.charge()
		w.share.tries(now)
		w.grant()
	}
}

// takeOut takes a waiter out whom a token was promised, and reports whether it is one.
func (t *tree) takeOut(w *waiter) bool {
	i := slices.Index(t.promises.waiting, w)
	if i < 0 {
		return false
	}
	t.promises.waiting = slices.Delete(t.promises.waiting, i, i+1)
	t.waiting--
	return true
}
