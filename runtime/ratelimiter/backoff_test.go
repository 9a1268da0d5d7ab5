package ratelimiter

import (
	"math"
	"testing"
	"time"
)

func mustBackOff(t *testing.T, base, max time.Duration, jitter float64) *failureBackOff[string] {
	t.Helper()
	b, err := newBackOff[string](base, max, jitter)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBackOffDoublesUpToItsLongest(t *testing.T) {
	b := mustBackOff(t, time.Second, time.Minute, 0)
	for i, want := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		if got := b.When("a"); got != want*time.Second {
			t.Errorf("failure %d is delayed by %v, want %v", i+1, got, want*time.Second)
		}
	}
	if got := b.When("b"); got != time.Second {
		t.Errorf("another item's first failure is delayed by %v", got)
	}
	if got := b.NumRequeues("a"); got != 8 {
		t.Errorf("%d failures counted, want 8", got)
	}
	b.Forget("a")
	if got := b.When("a"); got != time.Second {
		t.Errorf("the first failure after a success is delayed by %v", got)
	}
}

func TestBackOffNeverOverflows(t *testing.T) {
	b := mustBackOff(t, 3, math.MaxInt64, 0)
	last := time.Duration(0)
	for range 200 {
		delay := b.When("a")
		if delay < last {
			t.Fatalf("delay %v after %v", delay, last)
		}
		last = delay
	}
	if last != math.MaxInt64 {
		t.Errorf("the longest delay is %v", last)
	}
	b = mustBackOff(t, math.MaxInt64, math.MaxInt64, 1)
	for range 100 {
		if got := b.When("a"); got != math.MaxInt64 {
			t.Fatalf("a delay of the longest duration with jitter is %v", got)
		}
	}
}

func TestBackOffJitterSpreads(t *testing.T) {
	b := mustBackOff(t, time.Second, time.Minute, 0.5)
	var least, most, sum time.Duration = math.MaxInt64, 0, 0
	const items = 1000
	for range items {
		delay := b.When("a")
		b.Forget("a")
		least, most, sum = min(least, delay), max(most, delay), sum+delay
	}
	if least < time.Second || most > 1500*time.Millisecond {
		t.Errorf("delays from %v to %v, want 1s to 1.5s", least, most)
	}
	if least > 1050*time.Millisecond || most < 1450*time.Millisecond {
		t.Errorf("delays from %v to %v do not spread over 1s to 1.5s", least, most)
	}
	if mean := sum / items; mean < 1200*time.Millisecond || mean > 1300*time.Millisecond {
		t.Errorf("mean delay %v, want about 1.25s", mean)
	}
}

func TestBackOffKeepsOnlyOneForget(t *testing.T) {
	b := mustBackOff(t, time.Second, time.Minute, 0)
	b.When("a")
	b.When("a")
	b.keep("a")
	b.Forget("a")
	if got := b.When("a"); got != 4*time.Second {
		t.Errorf("after a reconcile that was put off, a failure is delayed by %v, want 4s", got)
	}
	b.Forget("a")
	if got := b.When("a"); got != time.Second {
		t.Errorf("after a success, a failure is delayed by %v, want 1s", got)
	}
	b.Forget("a")
	b.keep("a")
	b.keep("never seen")
	if len(b.items.of) != 0 {
		t.Errorf("items without failures are kept: %v", b.items.of)
	}
}

func TestNewBackOffRefuses(t *testing.T) {
	for _, bad := range []struct {
		base, max time.Duration
		jitter    float64
	}{
		{0, time.Second, 0},
		{-1, time.Second, 0},
		{time.Second, time.Second - 1, 0},
		{time.Second, time.Minute, -0.1},
		{time.Second, time.Minute, 1.1},
		{time.Second, time.Minute, math.NaN()},
	} {
		if _, err := newBackOff[string](bad.base, bad.max, bad.jitter); err == nil {
			t.Errorf("%+v made a back-off", bad)
		}
	}
}
