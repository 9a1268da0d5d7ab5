//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// spend takes all tokens of a fresh limiter.
func spend(t *testing.T, l *Limiter, s *Share) {
	t.Helper()
	for l.bucket.tokens > 0 {
		if err := l.Wait(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFirstComeFirstServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		s := mustShare(t, l, "share", 1)
		spend(t, l, s)
		began := time.Now()
		var waited [50]time.Duration
		for i := range waited {
			go func() {
				if err := l.Wait(t.Context(), s); err != nil {
					t.Error(err)
				}
				waited[i] = time.Since(began)
			}()
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		for i, got := range waited {
			if want := time.Duration(i+1) * time.Second; got != want {
				t.Errorf("the caller that came %d. was let through after %v, want %v", i+1, got, want)
			}
		}
	})
}

// One who arrives at the very instant at which a token comes does not overtake
// one who waited for it.
func TestNewcomerDoesNotOvertake(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			l := mustLimiter(t, 1, 1)
			patient, newcomer := mustShare(t, l, "patient", 1), mustShare(t, l, "newcomer", 1)
			spend(t, l, patient)
			began := time.Now()
			var waited [2]time.Duration
			ask := func(i int, s *Share) {
				if err := l.Wait(t.Context(), s); err != nil {
					t.Error(err)
				}
				waited[i] = time.Since(began)
			}
			go ask(0, patient)
			synctest.Wait()
			go func() {
				time.Sleep(time.Second)
				ask(1, newcomer)
			}()
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if waited != [2]time.Duration{time.Second, 2 * time.Second} {
				t.Errorf("let through after %v, want 1s and 2s", waited)
			}
		})
	}
}

// A caller whose context ends between the grant and its return hands the token
// on.
func TestTokenGrantedTooLateIsHandedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		s, next := mustShare(t, l, "leaves", 1), mustShare(t, l, "next", 1)
		spend(t, l, mustShare(t, l, "first", 1))
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- l.Wait(ctx, s) }()
		synctest.Wait()
		began := time.Now()
		var waited time.Duration
		go func() {
			if err := l.Wait(t.Context(), next); err != nil {
				t.Error(err)
			}
			waited = time.Since(began)
		}()
		synctest.Wait()

		l.tree.mu.Lock()
		time.Sleep(time.Second)
		l.tree.dispatch(l.tree.now())
		if s.first != nil {
			t.Error("the token went elsewhere")
		}
		cancel()
		l.tree.mu.Unlock()

		synctest.Wait()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that left got %v", err)
		}
		if waited != time.Second {
			t.Errorf("the next was let through after %v, want 1s", waited)
		}
	})
}

func TestWaitEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 0.001, 1)
		s := mustShare(t, l, "share", 1)
		spend(t, l, s)
		began := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, cancel)
		if err := l.Wait(ctx, s); !errors.Is(err, context.Canceled) || time.Since(began) != 3*time.Second {
			t.Errorf("got %v after %v, want Canceled after 3s", err, time.Since(began))
		}
		if err := l.Wait(ctx, s); !errors.Is(err, context.Canceled) || time.Since(began) != 3*time.Second {
			t.Errorf("got %v after %v, want Canceled at once", err, time.Since(began))
		}
	})
}

func TestWaitKeepsHalfOfTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		s := mustShare(t, l, "share", 1)
		spend(t, l, s)
		ask := func(timeout time.Duration) (time.Duration, error) {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			err := l.Wait(ctx, s)
			return time.Since(began), err
		}
		if waited, err := ask(2 * time.Second); err != nil || waited != time.Second {
			t.Errorf("with 2s to the deadline: %v after %v, want nil after 1s", err, waited)
		}
		var tooClose *DeadlineError
		if waited, err := ask(1999 * time.Millisecond); !errors.As(err, &tooClose) || waited != 0 || tooClose.Wait != time.Second {
			t.Errorf("with 1.999s to the deadline: %v after %v, want a wait of 1s foreseen at once", err, waited)
		}

		// What cannot be foreseen: the rate falls.
		time.AfterFunc(500*time.Millisecond, func() {
			if err := l.SetLimit(0.01, 1); err != nil {
				t.Error(err)
			}
		})
		if waited, err := ask(4 * time.Second); !errors.As(err, &tooClose) || waited != 2*time.Second || tooClose.Wait != 48500*time.Millisecond {
			t.Errorf("with 4s to the deadline: %v after %v, want to give up after 2s with 48.5s to go", err, waited)
		}
	})
}

// The wait is foreseen from those ahead: each share gets its turns.
func TestExpectedWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		long, heavy, mine := mustShare(t, l, "long", 1), mustShare(t, l, "heavy", 3), mustShare(t, l, "mine", 1)
		spend(t, l, mine)
		ctx, cancel := context.WithCancel(t.Context())
		for s, callers := range map[*Share]int{long: 10, heavy: 10, mine: 1} {
			for range callers {
				go func() { _ = l.Wait(ctx, s) }()
			}
		}
		synctest.Wait()
		l.tree.mu.Lock()
		got := l.expectedWait(mine, l.tree.arrived+1, l.tree.now())
		l.tree.mu.Unlock()
		// Two turns of mine, two of long and six of heavy.
		if want := 10 * time.Second; got != want {
			t.Errorf("expected wait %v, want %v", got, want)
		}
		cancel()
	})
}

func TestWaitRefusesForeignShares(t *testing.T) {
	l, other := mustLimiter(t, 1, 1), mustLimiter(t, 1, 1)
	for name, s := range map[string]*Share{"nil": nil, "foreign": mustShare(t, other, "share", 1)} {
		if err := l.Wait(context.Background(), s); !errors.Is(err, errForeignShare) {
			t.Errorf("%s share: got %v", name, err)
		}
	}
	if l.bucket.tokens != 1 || other.bucket.tokens != 1 {
		t.Error("a refused call took a token")
	}
}
