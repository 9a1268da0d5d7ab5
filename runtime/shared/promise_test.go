package shared

import (
	"strconv"
	"testing"
	"time"
)

func TestOracleFindsTheOneThatIsTooMuch(t *testing.T) {
	passes := []int64{0, 0, 0, 1e9, 2e9}
	if err := exceeds(passes, 1000, 3); err != nil {
		t.Errorf("one a second after a burst of three: %v", err)
	}
	if exceeds(append(passes, 2e9), 1000, 3) == nil {
		t.Error("a pass more than the limit was not found")
	}
	if exceeds([]int64{0, 0, 0, 1e9 - 1}, 1000, 3) == nil {
		t.Error("a pass a nanosecond early was not found")
	}
}

// Twenty busy processes use the whole limit, fairly, and no window exceeds it.
func TestBusyProcessesUseTheWholeLimitInEqualParts(t *testing.T) {
	for _, limit := range []struct {
		rate     float64
		burst    int
		length   time.Duration
		fairness float64
	}{
		{10, 100, time.Minute, 0.1},
		{100, 1000, 20 * time.Second, 0.1},
		{1000, 10000, 10 * time.Second, 0.05},
		{100, 20, 10 * time.Second, 0.1},
	} {
		f := newFleet(t, 1)
		s := mustSettings(t, limit.rate, limit.burst, 0)
		for range 20 {
			p := f.start(s, 100)
			f.after(f.random.Int64N(100*ms), func() { p.want(1 << 40) })
		}
		f.runUntil(int64(limit.length))
		f.check(limit.rate, int64(limit.burst))

		due := limit.rate * (limit.length - s.horizon - 100*time.Millisecond).Seconds()
		if got := float64(len(f.passes)); got < 0.99*due {
			t.Errorf("%v a second, burst %d: %v of %v tokens used", limit.rate, limit.burst, got, due)
		}
		equal := float64(len(f.passes)) / 20
		for i, p := range f.members {
			if got := float64(p.passed); got < equal*(1-limit.fairness)-1 || got > equal*(1+limit.fairness)+1 {
				t.Errorf("%v a second, burst %d: process %d had %v passes, an equal part is %.1f", limit.rate, limit.burst, i, got, equal)
			}
		}
		t.Logf("%v a second, burst %d: %d passes of %.0f, %.2f calls a pass", limit.rate, limit.burst, len(f.passes), due,
			float64(f.calls)/float64(len(f.passes)))
	}
}

// A process that wants one token in a while waits about one turn of the busy ones.
func TestQuietProcessWaitsOneTurn(t *testing.T) {
	f := newFleet(t, 1)
	s := mustSettings(t, 10, 100, 0)
	for range 19 {
		p := f.start(s, 100)
		f.after(f.random.Int64N(100*ms), func() { p.want(1 << 40) })
	}
	quiet := f.start(s, 100)
	var longest int64
	for second := int64(10); second < 60; second += 5 {
		f.at(second*1000*ms, func() {
			before, began := quiet.passed, f.now
			quiet.want(1)
			var look func()
			look = func() {
				if quiet.passed == before {
					f.after(10*ms, look)
					return
				}
				longest = max(longest, f.now-began)
			}
			look()
		})
	}
	f.runUntil(70 * 1000 * ms)
	if quiet.passed != 10 {
		t.Fatalf("%d of 10 requests passed", quiet.passed)
	}
	// Nineteen tokens at ten a second, and the time to come back for one's turn.
	if longest > 2500*ms {
		t.Errorf("waited %v, want at most 2.5 s", time.Duration(longest))
	}
	t.Logf("waited %v at most", time.Duration(longest))
}

// A process on its own gets the whole limit, and talks to the store once a lease.
func TestOneProcessGetsAllWithFewCalls(t *testing.T) {
	f := newFleet(t, 1)
	s := mustSettings(t, 1000, 10000, 0)
	p := f.start(s, 100)
	f.after(0, func() { p.want(1 << 40) })
	f.runUntil(20 * 1000 * ms)
	f.check(1000, 10000)
	if len(f.passes) < 19600 {
		t.Errorf("%d of 19,625 tokens used", len(f.passes))
	}
	if f.calls > 800 {
		t.Errorf("%d calls for %d passes", f.calls, len(f.passes))
	}
}

func TestNothingIsSaidWhileNothingIsWanted(t *testing.T) {
	f := newFleet(t, 1)
	p := f.start(mustSettings(t, 100, 1000, 0), 100)
	f.after(0, func() { p.want(40) })
	f.runUntil(5 * 1000 * ms)
	calls := f.calls
	f.runUntil(3600 * 1000 * ms)
	if f.calls != calls {
		t.Errorf("%d calls in an idle hour", f.calls-calls)
	}
	if p.passed != 40 {
		t.Errorf("%d of 40 passed", p.passed)
	}
}

// What a process took and did not use comes back: when it has had no use for it
// for a while, and when it leaves.
func TestUnusedTokensComeBack(t *testing.T) {
	for _, leaves := range []bool{true, false} {
		f := newFleet(t, 1)
		s := mustSettings(t, 100, 1000, 0)
		p := f.start(s, 100)
		f.after(0, func() { p.want(1) })
		f.runUntil(30 * 1000 * ms)
		var call call
		p.member.dry, p.member.waiting = true, 100
		call = p.member.begin(p.clock())
		r, err := f.store.do(f.now, call)
		if err != nil || r.granted != 100 {
			t.Fatalf("granted %d tokens of 100: %v", r.granted, err)
		}
		p.member.dry = false
		p.member.answered(p.clock(), r)
		if leaves {
			_, err = f.store.do(f.now, p.member.leave(p.clock()))
		} else {
			p.plan()
			f.runUntil(f.now + 2*int64(s.hold))
		}
		if got := f.store.mini.HGet("budget", "tokens"); err != nil || got != strconv.FormatInt(s.capacity, 10) {
			t.Errorf("leaves %v: the bucket has %s tokens of %d: %v", leaves, got, s.capacity, err)
		}
	}
}

// Replies get lost and calls come twice, and no token is gone for good.
func TestLostRepliesLoseNoTokens(t *testing.T) {
	f := newFleet(t, 1)
	f.lost = 0.2
	s := mustSettings(t, 100, 1000, 0)
	for range 3 {
		p := f.start(s, 100)
		f.after(0, func() { p.want(1 << 40) })
	}
	f.runUntil(20 * 1000 * ms)
	f.check(100, 1000)
	if got := len(f.passes); got < 1950 {
		t.Errorf("%d of 1,975 tokens used", got)
	}
}

func TestCallThatComesTwiceHasNoEffect(t *testing.T) {
	f := newFleet(t, 1)
	p := f.start(mustSettings(t, 100, 1000, 0), 100)
	p.want(1)
	f.runUntil(10 * 1000 * ms)
	c := call{id: "another", number: 1, want: 10, settings: p.member.settings}
	first, err := f.store.do(f.now, c)
	if err != nil || first.granted != 10 {
		t.Fatalf("granted %d: %v", first.granted, err)
	}
	second, err := f.store.do(f.now, c)
	if err != nil || !second.repeated || second.granted != 0 {
		t.Errorf("the same call again: %+v, %v", second, err)
	}
}

// All processes lose the store, and go on with a twentieth each.
func TestFallbacksOfAllKeepTheLimit(t *testing.T) {
	f := newFleet(t, 1)
	s := mustSettings(t, 100, 1000, 0.05)
	for range 20 {
		p := f.start(s, 100)
		f.after(f.random.Int64N(100*ms), func() { p.want(1 << 40) })
	}
	f.at(5*1000*ms, func() { f.store.down = true })
	f.runUntil(8 * 1000 * ms)
	before := len(f.passes)
	f.runUntil(18 * 1000 * ms)
	if got := len(f.passes) - before; got < 980 || got > 1020 {
		t.Errorf("%d passes in 10 s without the store, want 1,000", got)
	}
	f.store.down = false
	f.store.restart()
	f.runUntil(25 * 1000 * ms)
	before = len(f.passes)
	f.runUntil(30 * 1000 * ms)
	if got := len(f.passes) - before; got < 490 {
		t.Errorf("%d passes in 5 s with the store again, want 500", got)
	}
	f.check(100, 1000)
}

func TestWithoutFallbackNothingPassesWithoutTheStore(t *testing.T) {
	f := newFleet(t, 1)
	s := mustSettings(t, 100, 1000, 0)
	p := f.start(s, 100)
	f.after(0, func() { p.want(1 << 40) })
	f.at(5*1000*ms, func() { f.store.down = true })
	f.runUntil(5*1000*ms + int64(s.hold))
	before := len(f.passes)
	f.runUntil(20 * 1000 * ms)
	if got := len(f.passes) - before; got != 0 {
		t.Errorf("%d passes without the store", got)
	}
	if !p.member.away {
		t.Error("the process does not know that the store is away")
	}
}

// While two settings are in use, the lower one holds.
func TestLowestSettingHolds(t *testing.T) {
	f := newFleet(t, 1)
	low, high := f.start(mustSettings(t, 20, 40, 0), 100), f.start(mustSettings(t, 200, 2000, 0), 100)
	f.after(0, func() { low.want(1 << 40) })
	f.after(ms, func() { high.want(1 << 40) })
	f.runUntil(10 * 1000 * ms)
	f.check(20, 40)
	low.dead = true
	f.runUntil(25 * 1000 * ms)
	before := len(f.passes)
	f.runUntil(30 * 1000 * ms)
	if got := len(f.passes) - before; got < 900 {
		t.Errorf("%d passes in 5 s after the slower process was gone, want 1,000", got)
	}
}
