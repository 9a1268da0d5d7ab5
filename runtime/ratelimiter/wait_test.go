//go:build go1.25

package ratelimiter

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// spend takes all tokens of a fresh limiter.
func spend(t *testing.T, l *Limiter, s *share) {
	t.Helper()
	for l.bucket.tokens > 0 {
		if err := s.Wait(t.Context()); err != nil {
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
				if err := s.Wait(t.Context()); err != nil {
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
			ask := func(i int, s *share) {
				if err := s.Wait(t.Context()); err != nil {
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
		began := time.Now()
		var waited time.Duration
		ctx, cancel := context.WithCancel(t.Context())
		_, err := s.waitFor(ctx, func() (*waiter, error) {
			w, err := s.ask()
			go func() {
				if err := next.Wait(t.Context()); err != nil {
					t.Error(err)
				}
				waited = time.Since(began)
			}()
			time.Sleep(time.Second)
			synctest.Wait()
			if w == nil || !w.done {
				t.Error("the token went elsewhere")
			}
			cancel()
			return w, err
		}, false)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that left got %v", err)
		}
		synctest.Wait()
		if waited != time.Second {
			t.Errorf("the next was let through after %v, want 1s", waited)
		}
		time.Sleep(time.Second)
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
		if err := s.Wait(ctx); !errors.Is(err, context.Canceled) || time.Since(began) != 3*time.Second {
			t.Errorf("got %v after %v, want Canceled after 3s", err, time.Since(began))
		}
		if err := s.Wait(ctx); !errors.Is(err, context.Canceled) || time.Since(began) != 3*time.Second {
			t.Errorf("got %v after %v, want Canceled at once", err, time.Since(began))
		}
	})
}

func TestWaitKeepsHalfOfTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		s := mustShare(t, l, "share", 1)
		spend(t, l, s)
		ask := func(timeout time.Duration, keepHalf bool) (time.Duration, error) {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			_, err := s.wait(ctx, keepHalf)
			return time.Since(began), err
		}
		if waited, err := ask(4*time.Second, true); err != nil || waited != time.Second {
			t.Errorf("with 4s to the deadline: %v after %v, want nil after 1s", err, waited)
		}
		waited, err := ask(1999*time.Millisecond, true)
		if err != errGaveUp || waited < 499*time.Millisecond || waited > 999500*time.Microsecond {
			t.Errorf("with 1.999s to the deadline: %v after %v, want to give up after a quarter to a half of it", err, waited)
		}
		// Wait itself makes use of all the time there is.
		rest := time.Second - waited
		if waited, err := ask(rest+1, false); err != nil || waited != rest {
			t.Errorf("the rest of the wait: %v after %v, want nil after %v", err, waited, rest)
		}
		if waited, err := ask(1001*time.Millisecond, false); err != nil || waited != time.Second {
			t.Errorf("with 1.001s to the deadline: %v after %v, want nil after 1s", err, waited)
		}
		if waited, err := ask(999*time.Millisecond, false); !errors.Is(err, context.DeadlineExceeded) || waited != 999*time.Millisecond {
			t.Errorf("with 0.999s to the deadline: %v after %v, want DeadlineExceeded at the deadline", err, waited)
		}
	})
}

// One who gives up and comes back at once keeps the share's turn, however often:
// here every wait is shorter than a round. One who stays away is owed one turn at
// most.
func TestWhoGivesUpKeepsItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		stop, end := context.WithCancel(context.Background())
		for i := range 9 {
			keepAsking(stop, mustShare(t, l, fmt.Sprint("busy-", i), 1), 1)
		}
		hasty := mustShare(t, l, "hasty", 1)
		through, began := 0, time.Now()
		for range 4000 {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			if _, err := hasty.wait(ctx, true); err == nil {
				through++
			}
			cancel()
			time.Sleep(time.Millisecond)
		}
		within(t, "hasty", through, time.Since(began).Seconds()/10, 0.02)

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		for err := error(nil); err != errGaveUp; {
			_, err = hasty.wait(ctx, true)
		}
		cancel()
		time.Sleep(1000 * time.Second)
		back := keepAsking(stop, hasty, 1)
		time.Sleep(100 * time.Second)
		synctest.Wait()
		if *back < 10 || *back > 11 {
			t.Errorf("after a long absence let through %d in 100s, want its share of 10 and one turn at most", *back)
		}
		end()
	})
}

func TestClosedShareRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := mustLimiter(t, 1, 1)
		s := mustShare(t, l, "share", 1)
		spend(t, l, s)
		waited := errors.New("it waits")
		go func() { waited = s.Wait(t.Context()) }()
		synctest.Wait()
		s.Close()
		if err := s.Wait(t.Context()); !errors.Is(err, errClosed) {
			t.Errorf("a closed share gave %v", err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if waited != nil {
			t.Errorf("who waited before got %v", waited)
		}
	})
}
