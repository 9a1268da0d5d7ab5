package shared

import (
	"flag"
	"testing"
	"time"
)

var schedules = flag.Uint64("schedules", 100, "number of random schedules")

// Whatever happens to processes, store, network and clocks, no window exceeds.
func TestRandomSchedulesNeverExceed(t *testing.T) {
	var passes int
	for seed := range *schedules {
		passes += randomSchedule(t, seed, false)
		passes += randomSchedule(t, seed, true)
		if t.Failed() {
			t.Fatalf("schedule %d", seed)
		}
	}
	t.Logf("%d passes in %d schedules", passes, 2**schedules)
}

// randomSchedule returns the number of passes.
func randomSchedule(t *testing.T, seed uint64, withFallback bool) int {
	f := newFleet(t, seed)
	limits := []struct {
		rate  float64
		burst int
	}{{2, 8}, {7.3, 30}, {20, 21}, {50, 200}, {200, 50}}
	limit := limits[f.random.IntN(len(limits))]
	count := 2 + f.random.IntN(5)
	var fraction float64
	if withFallback {
		fraction = 1 / float64(count)
		limit.burst += int(2*limit.rate) + 4*count
	}
	s, err := newSettings(limit.rate, limit.burst, fraction)
	if err != nil {
		t.Fatal(err)
	}
	const length = int64(12 * time.Second)
	sometime := func() int64 { return f.random.Int64N(length) }
	if f.random.IntN(2) == 0 {
		f.lost = 0.05
	}
	f.latency = func() int64 {
		if f.random.IntN(30) == 0 {
			return f.random.Int64N(800 * ms)
		}
		return ms/10 + f.random.Int64N(2*ms)
	}
	begin := func() *simulatedProcess {
		p := f.start(s, int64(1+f.random.IntN(60)))
		for range 1 + f.random.IntN(6) {
			p.when(f.now+sometime()/2, func() { p.want(1 + f.random.Int64N(int64(3*limit.burst))) })
		}
		return p
	}
	for range count {
		begin()
	}
	for range f.random.IntN(4) { // a process is killed, another one begins
		f.at(sometime(), func() {
			f.members[f.random.IntN(len(f.members))].dead = true
			begin()
		})
	}
	for range f.random.IntN(4) {
		f.at(sometime(), func() {
			f.members[f.random.IntN(len(f.members))].frozen = f.now + f.random.Int64N(4*int64(time.Second))
		})
	}
	for range f.random.IntN(4) {
		f.at(sometime(), func() {
			f.members[f.random.IntN(len(f.members))].skew += f.random.Int64N(int64(time.Hour)) - int64(time.Minute)
		})
	}
	f.at(sometime(), f.store.save)
	for range f.random.IntN(3) { // the store restarts with old data or none
		at := sometime()
		f.at(at, func() { f.store.down = true })
		f.at(at+f.random.Int64N(3*int64(time.Second)), func() {
			f.store.down = false
			if f.random.IntN(2) == 0 {
				f.store.saved = nil
			}
			f.store.restart()
		})
	}
	if f.random.IntN(2) == 0 { // the network, and not the store
		at := sometime()
		f.at(at, func() { f.store.down = true })
		f.at(at+f.random.Int64N(5*int64(time.Second)), func() { f.store.down = false })
	}
	// Of the steps that cannot be told from a slow network, one is allowed for.
	if step := sometime(); f.random.IntN(2) == 0 {
		f.at(step, func() { f.store.skew += f.random.Int64N(int64(s.horizon)) })
	}
	for range f.random.IntN(3) {
		f.at(sometime(), func() { f.store.skew -= f.random.Int64N(int64(time.Minute)) })
	}
	if f.random.IntN(2) == 0 {
		f.at(sometime(), func() { f.store.skew += int64(time.Minute) + f.random.Int64N(int64(time.Hour)) })
	}
	f.runUntil(length)
	f.check(limit.rate, int64(limit.burst))
	return len(f.passes)
}
