package shared

import (
	"testing"
	"time"
)

// A store that is 50 ms away gives a busy process all that is due, at each limit that New
// accepts without a word for such a distance.
func TestFarStoreGivesAll(t *testing.T) {
	for _, limit := range []struct {
		rate      float64
		burst     int
		processes int
	}{
		{100, 50, 1}, {100, 50, 4}, {20, 20, 1}, {1000, 1000, 1}, {1000, 1000, 5}, {5000, 50000, 1}, {5000, 50000, 3},
	} {
		f := newFleet(t, 1)
		f.latency = func() int64 { return 24*ms + f.random.Int64N(2*ms) }
		s := mustSettings(t, limit.rate, limit.burst, 0)
		for range limit.processes {
			p := f.start(s, 0)
			f.after(f.random.Int64N(100*ms), func() { p.want(1 << 40) })
		}
		const length = 30 * time.Second
		f.runUntil(int64(length))
		f.check(limit.rate, int64(limit.burst))
		due := limit.rate * (length - s.horizon - time.Second).Seconds()
		part := float64(len(f.passes)) / due
		t.Logf("%v a second, burst %d, %d processes: %.0f %% of what is due, %d calls", limit.rate, limit.burst, limit.processes, 100*part,
			f.calls)
		if part < 0.97 {
			t.Errorf("%v a second, burst %d, %d processes: %.0f %% of what is due", limit.rate, limit.burst, limit.processes, 100*part)
		}
		for _, p := range f.members {
			if least := p.member.leastBurst(); least > int64(limit.burst) {
				t.Errorf("%v a second, burst %d: it says that it needs %d", limit.rate, limit.burst, least)
			}
		}
	}
}

// Where the burst is too small for the distance, the process knows the one that would do,
// and with that it has all.
func TestTooFarStoreTellsTheBurst(t *testing.T) {
	for _, limit := range []struct {
		rate  float64
		burst int
	}{{100, 10}, {1000, 100}, {20, 2}} {
		used := func(burst int) (part float64, least int64) {
			f := newFleet(t, 1)
			f.latency = func() int64 { return 24*ms + f.random.Int64N(2*ms) }
			p := f.start(mustSettings(t, limit.rate, burst, 0), 0)
			f.after(0, func() { p.want(1 << 40) })
			f.runUntil(int64(30 * time.Second))
			f.check(limit.rate, int64(burst))
			return float64(len(f.passes)) / limit.rate / 29, p.member.leastBurst()
		}
		before, least := used(limit.burst)
		if least <= int64(limit.burst) {
			t.Errorf("%v a second, burst %d: %.0f %% used, and it says nothing", limit.rate, limit.burst, 100*before)
			continue
		}
		after, _ := used(int(least))
		t.Logf("%v a second, burst %d: %.0f %% used; it says %d, with which %.0f %% are", limit.rate, limit.burst, 100*before, least, 100*after)
		if after < 0.97 {
			t.Errorf("%v a second: with the burst %d that it tells %.0f %% are used", limit.rate, least, 100*after)
		}
	}
}
