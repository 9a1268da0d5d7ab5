//go:build go1.25

package ratelimiter

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// memorySource is a source whose tokens are added by hand.
type memorySource struct {
	mu     sync.Mutex
	tokens int
	asked  int // calls of Take
	most   int // that waited, of all that Take was told
	wake   func()
}

func (m *memorySource) Take(waiting int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	m.most = max(m.most, waiting)
	if m.tokens == 0 {
		return false
	}
	m.tokens--
	return true
}

func (m *memorySource) GiveBack() { m.add(1) }

func (m *memorySource) Notify(tokens func()) { m.wake = tokens }

func (m *memorySource) add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tokens += n
}

// refill adds tokens and says so.
func (m *memorySource) refill(n int) {
	m.add(n)
	m.wake()
}

func sourced(t *testing.T, rate float64, burst int) (*Limiter, *memorySource) {
	t.Helper()
	source := &memorySource{}
	l, err := newLimiter(rate, burst, WithTokenSource(source), burstAtStart())
	if err != nil {
		t.Fatal(err)
	}
	return l, source
}

// Calls wait for the source's tokens, are let through as they come and tell the
// source how many wait. A source that had none is left alone until it has.
func TestSourceBindsTheLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, source := sourced(t, 1000, 1000)
		source.add(2)
		s := mustShare(t, l, "share", 1)
		through := 0
		for range 10 {
			go func() {
				if s.Wait(t.Context()) == nil {
					through++
				}
			}()
			synctest.Wait()
		}
		if through != 2 || source.asked != 3 {
			t.Errorf("%d let through after asking %d times, want 2 after 3", through, source.asked)
		}
		time.Sleep(time.Hour)
		source.refill(3)
		synctest.Wait()
		if through != 5 || source.asked != 7 || source.most != 8 {
			t.Errorf("%d let through after asking %d times for at most %d, want 5 after 7 for 8", through, source.asked, source.most)
		}
		source.refill(10)
		synctest.Wait()
		if through != 10 || source.tokens != 5 {
			t.Errorf("%d let through and %d tokens left, want 10 and 5", through, source.tokens)
		}
	})
}

// The process's own bucket limits too, whatever the source hands out.
func TestSourceDoesNotLiftTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, source := sourced(t, 1, 1)
		source.add(100)
		s := mustShare(t, l, "share", 1)
		began := time.Now()
		for range 11 {
			if err := s.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := time.Since(began); got != 10*time.Second || source.tokens != 89 {
			t.Errorf("11 took %v and left %d tokens, want 10s and 89", got, source.tokens)
		}
	})
}

// A class whose source is dry holds up nobody else, and loses no token of
// another source that it took before it found out.
func TestDrySourceOfAClassHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner, outer := &memorySource{}, &memorySource{}
		root, err := newLimiter(1000, 1000, WithTokenSource(outer), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		class, err := root.NewClass(1000, 1000, WithTokenSource(inner), burstAtStart())
		if err != nil {
			t.Fatal(err)
		}
		waits, free := mustShare(t, class, "waits", 1), mustShare(t, root, "free", 1)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = waits.Wait(ctx) }()
		synctest.Wait()
		outer.refill(2)
		if err := free.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		inner.refill(1)
		synctest.Wait()
		if inner.tokens != 0 || outer.tokens != 0 || root.tree.waiting != 0 {
			t.Errorf("%d and %d tokens are left and %d wait, want all taken and none", inner.tokens, outer.tokens, root.tree.waiting)
		}

		// The class's source has a token again, the root's has not.
		inner.add(1)
		go func() { _ = waits.Wait(ctx) }()
		synctest.Wait()
		if inner.tokens != 1 || root.tree.waiting != 1 {
			t.Errorf("%d tokens of the class are left and %d wait, want 1 and 1", inner.tokens, root.tree.waiting)
		}
		cancel()
	})
}

// Two processes draw from one store, whose tokens come at times of its own, and
// callers come, leave and meet the refills. No token is lost or spent twice.
func TestRandomSources(t *testing.T) {
	schedules := 500
	if testing.Short() {
		schedules /= 10
	}
	for seed := range uint64(schedules) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 4))
			var (
				callers        sync.WaitGroup
				mu             sync.Mutex
				through, added int
				sources        []*memorySource
			)
			for range 1 + random.IntN(2) {
				l, source := sourced(t, someRates[random.IntN(len(someRates))], someBursts[random.IntN(len(someBursts))])
				sources = append(sources, source)
				for i := range 1 + random.IntN(3) {
					s := mustShare(t, l, string(rune('a'+i)), 1)
					for range 1 + random.IntN(4) {
						after := time.Duration(1+random.IntN(20)) * 50 * time.Millisecond
						leaves := random.IntN(3) == 0
						callers.Add(1)
						go func() {
							defer callers.Done()
							ctx, cancel := context.WithCancel(context.Background())
							defer cancel()
							if leaves {
								defer time.AfterFunc(after, cancel).Stop()
							}
							if s.Wait(ctx) == nil {
								mu.Lock()
								through++
								mu.Unlock()
							}
						}()
					}
				}
			}
			for range 40 {
				time.Sleep(50 * time.Millisecond)
				source := sources[random.IntN(len(sources))]
				n := random.IntN(3)
				added += n
				source.refill(n)
			}
			for _, source := range sources {
				added += 100
				source.refill(100)
			}
			callers.Wait()
			left := 0
			for _, source := range sources {
				left += source.tokens
			}
			if through+left != added {
				t.Errorf("seed %d: %d of %d tokens were used and %d are left", seed, through, added, left)
			}
		})
	}
}

func TestSourceOptionsAreChecked(t *testing.T) {
	var none *memorySource
	for name, option := range map[string]LimiterOption{
		"nil option":  nil,
		"nil source":  WithTokenSource(nil),
		"nil pointer": WithTokenSource(none),
	} {
		if l, err := newLimiter(1, 1, option); err == nil || l != nil {
			t.Errorf("%s: made a limiter", name)
		}
		if class, err := mustLimiter(t, 1, 1).NewClass(1, 1, option); err == nil || class != nil {
			t.Errorf("%s: made a class", name)
		}
		if limits, err := New(1, option); err == nil || limits != nil {
			t.Errorf("%s: made limits", name)
		}
	}
}
