//go:build go1.25

package ratelimiter

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// keepAsking asks for the share with some workers until the context ends, and
// returns how often it was let through, to be read after the workers have ended.
func keepAsking(ctx context.Context, s *share, workers int) *int {
	count := new(int)
	for range workers {
		go func() {
			for s.Wait(ctx) == nil {
				s.limiter.tree.mu.Lock()
				*count++
				s.limiter.tree.mu.Unlock()
			}
		}()
	}
	return count
}

// within fails unless got is want give or take the tolerance, a fraction.
func within(t *testing.T, what string, got int, want, tolerance float64) {
	t.Helper()
	if float64(got) < want*(1-tolerance) || float64(got) > want*(1+tolerance) {
		t.Errorf("%s: let through %d, want %.0f within %v%%", what, got, want, 100*tolerance)
	}
}

func TestClassesShareByController(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := mustLimiter(t, 10, 1)
		wide := mustClass(t, root, 1000, 1000)
		// A class that does not bind changes nothing: each controller has the
		// same part, in the class or not.
		counts := map[string]*int{}
		stop, end := context.WithCancel(context.Background())
		for name, l := range map[string]*Limiter{"a": wide, "b": wide, "c": wide, "d": root, "e": root} {
			counts[name] = keepAsking(stop, mustShare(t, l, name, 1), 3)
		}
		time.Sleep(1000 * time.Second)
		end()
		synctest.Wait()
		for name, count := range counts {
			within(t, name, *count, 2000, 0.01)
		}
	})
}

func TestClassBindsOnlyItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := mustLimiter(t, 10, 1)
		slow := mustClass(t, root, 1, 1)
		stop, end := context.WithCancel(context.Background())
		heavy := keepAsking(stop, mustShare(t, slow, "heavy", 3), 3)
		light := keepAsking(stop, mustShare(t, slow, "light", 1), 3)
		free := keepAsking(stop, mustShare(t, root, "free", 1), 3)
		other := keepAsking(stop, mustShare(t, root, "other", 1), 3)
		time.Sleep(1000 * time.Second)
		synctest.Wait()

		// The class is entitled to its whole rate, shared by weight, and what it
		// cannot use is shared by the others.
		before := []int{*heavy, *light, *free, *other}
		within(t, "heavy", before[0], 750, 0.02)
		within(t, "light", before[1], 250, 0.02)
		within(t, "free", before[2], 4500, 0.01)
		within(t, "other", before[3], 4500, 0.01)

		// When its limit is lifted, the class is not owed the past.
		if err := slow.SetLimit(1000, 1000); err != nil {
			t.Fatal(err)
		}
		time.Sleep(60 * time.Second)
		end()
		synctest.Wait()
		within(t, "heavy, unbound", *heavy-before[0], 300, 0.02)
		within(t, "light, unbound", *light-before[1], 100, 0.05)
		within(t, "free, beside unbound", *free-before[2], 100, 0.05)
		within(t, "other, beside unbound", *other-before[3], 100, 0.05)
	})
}

// A reconcile that lacks the token of one of its limiters leaves those of the
// others for whoever can use them.
func TestTokenOfEachOrNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := mustLimiter(t, 1, 3)
		aws := mustClass(t, root, 1, 2)
		ec2 := mustClass(t, aws, 0.1, 1)
		rds := mustClass(t, aws, 0.1, 1)
		for _, s := range []*share{mustShare(t, ec2, "ec2", 1), mustShare(t, rds, "rds", 1)} {
			if err := s.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		short, cancel := context.WithCancel(t.Context())
		waits := mustShare(t, ec2, "ec2 again", 1)
		go func() { _ = waits.Wait(short) }()
		synctest.Wait()
		if got := []int64{root.bucket.tokens, aws.bucket.tokens, ec2.bucket.tokens, rds.bucket.tokens}; got[0] != 1 || got[1] != 0 ||
			got[2] != 0 || got[3] != 0 {
			t.Errorf("tokens left: %v, want 1, 0, 0, 0", got)
		}
		free := mustShare(t, root, "free", 1)
		began := time.Now()
		if err := free.Wait(t.Context()); err != nil || time.Since(began) != 0 {
			t.Errorf("one who needs only the root's token waited %v: %v", time.Since(began), err)
		}
		cancel()
	})
}

// Neither a class nor a share is owed what it did not ask for.
func TestIdleClassHasNoCredit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := mustLimiter(t, 10, 1)
		outer := mustClass(t, root, 1000, 1000)
		inner := mustClass(t, outer, 1000, 1000)
		stop, end := context.WithCancel(context.Background())
		busy := keepAsking(stop, mustShare(t, root, "busy", 1), 3)
		time.Sleep(1000 * time.Second)
		synctest.Wait()
		before := *busy

		late := keepAsking(stop, mustShare(t, inner, "late", 1), 3)
		outerLate := keepAsking(stop, mustShare(t, outer, "late too", 1), 3)
		time.Sleep(60 * time.Second)
		end()
		synctest.Wait()
		within(t, "busy", *busy-before, 200, 0.02)
		within(t, "late, in two classes", *late, 200, 0.02)
		within(t, "late, in one class", *outerLate, 200, 0.02)
	})
}

// A class with a burst of 1 gets all that its limit allows beside a limit that is used up:
// its tokens come at least a period apart, and with the tokens of the other. The log says so
// and a burst of 2 gets the whole rate.
func TestClassWithASmallBurst(t *testing.T) {
	const seconds = 1000
	for rate, most := range map[float64]float64{0.37: 10.0 / 28, 1: 1, 2: 2, 3: 10.0 / 4, 3.7: 10.0 / 3, 4.9: 10.0 / 3, 6: 5, 9: 5} {
		for burst, want := range map[int]float64{1: most, 2: rate} {
			t.Run(fmt.Sprintf("%v/s and %d", rate, burst), func(t *testing.T) {
				logged := startLogging(t)
				synctest.Test(t, func(t *testing.T) {
					root := mustLimiter(t, 10, 100)
					class := mustClass(t, root, rate, burst)
					spend(t, root, mustShare(t, root, "burst", 1))
					ctx, stop := context.WithCancel(t.Context())
					// Of ten parts nine, so that it is the class that holds up.
					inside := keepAsking(ctx, mustShare(t, class, "inside", 90), 3)
					keepAsking(ctx, mustShare(t, root, "outside", 1), 10)
					time.Sleep(seconds * time.Second)
					synctest.Wait()
					within(t, "the class", *inside, seconds*want, 0.01)
					stop()
					synctest.Wait()
				})
				if told, wanted := logged("with a burst of 2 it gets all") > 0, most < 0.99*rate && burst == 1; told != wanted {
					t.Errorf("the log says so: %v, want %v", told, wanted)
				}
			})
		}
	}
}
