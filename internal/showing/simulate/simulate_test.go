package simulate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// recommended is a program whose limits are those of one rate n, with so many controllers.
func recommended(n float64, controllers int) Program {
	return Program{
		Groups: []Group{{Name: "all", Controllers: controllers, Workers: int(n), Base: 1, Longest: 60, Wrapped: true}},
		Global: &Global{Bucket: Bucket{Rate: n, Burst: 10 * n, Start: 10 * n}},
		Client: &Bucket{Rate: 5 * n, Burst: 10 * n, Start: 10 * n},
	}
}

// byDefault is what controller-runtime v0.23 gives a program with InClusterConfig.
func byDefault(controllers int) Program {
	return Program{
		Groups: []Group{{Name: "all", Controllers: controllers, Workers: 1, Base: 0.005, Longest: 1000, Priority: true}},
		Client: &Bucket{Rate: 5, Burst: 10, Start: 10},
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.02*math.Abs(want) { // probes are objects too
		t.Errorf("%s: %.2f, want %.2f", what, got, want)
	}
}

// TestBucketHolds checks that no window holds more reconciles than the global limit allows, and in an outage nearly
// as many.
func TestBucketHolds(t *testing.T) {
	r := Run(recommended(10, 5), Load{Failing: 1, Objects: 10_000, Reconcile: 0.1, Requests: 2}, Outage)
	sum := 0.0
	for i, x := range r.Reconciles {
		sum += x * r.Bin
		if allowed := 100 + 10*float64(i+1)*r.Bin; sum > allowed+1 {
			t.Fatalf("%v reconciles in the first %v s, %v are allowed", sum, float64(i+1)*r.Bin, allowed)
		}
	}
	near(t, "reconciles in the first 600 s", sumOf(r.Reconciles[:60])*r.Bin, 6100)
	near(t, "recovered", r.Recovered, 10_000/10+590) // no object recovers before 600 s, and then 10 a second do
}

func sumOf(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum
}

// TestDefaults works out by hand what a restart takes: 5 requests a second, of which the first 10 are free.
func TestDefaults(t *testing.T) {
	r := Run(byDefault(1), Load{Failing: 1, Objects: 1000, Reconcile: 0.01, Requests: 2}, Restart)
	near(t, "all served after", r.Recovered, (2000-10)/5.0)
	near(t, "requests a second", r.Requests[5], 5)
	// What is new comes before what was there at the start.
	for _, p := range r.Probes {
		if p.At < r.Recovered && (p.Wait < 0 || p.Wait > 0.5) {
			t.Errorf("a new object at %v s waits %v s", p.At, p.Wait)
		}
	}
	p := byDefault(1)
	p.Groups[0].Priority = false
	r = Run(p, Load{Failing: 1, Objects: 1000, Reconcile: 0.01, Requests: 2}, Restart)
	if first := r.Probes[0]; math.Abs(first.Wait-368) > 4 {
		t.Errorf("without priorities a new object waits %v s, behind 1,000 others", first.Wait)
	}
}

// TestRetries checks the first retries of one object: after 5 ms, 10 ms and so on, seven in the first second.
func TestRetries(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 1, Base: 0.005, Longest: 1000}}}
	r := Run(p, Load{Failing: 1, Objects: 10_000}, Outage)
	near(t, "reconciles in the first second", r.MostReconciles[0], 80_000)
	p.Groups[0].Bucket = &Bucket{Rate: 10, Burst: 100, Start: 100}
	r = Run(p, Load{Failing: 1, Objects: 10_000}, Outage)
	near(t, "with the bucket of a queue", sumOf(r.Reconciles[:60])*r.Bin-10_010, 6100)
}

// TestRequeues checks the faults of a middleware that lets the second sight of a request through: failures do not back off.
func TestRequeues(t *testing.T) {
	p := recommended(10, 1)
	p.Client = nil
	p.Global.Requeues = true
	r := Run(p, Load{Failing: 1, Objects: 100}, Outage)
	near(t, "reconciles a second of 100 objects that fail", sumOf(r.Reconciles[10:60])/50, 10)
	p.Global.Requeues = false
	r = Run(p, Load{Failing: 1, Objects: 100}, Outage)
	near(t, "the same with back-off", sumOf(r.Reconciles[10:60])/50, 106/60.0) // with half of ten probes
}

// TestScale checks that a program which is simulated in small comes to the same.
func TestScale(t *testing.T) {
	p, l := recommended(200, 3), Load{Failing: 1, Objects: 40_000, Reconcile: 0.1, Requests: 1}
	whole, small := newModel(p, l, Outage, 1), newModel(p, l, Outage, 4)
	whole.run()
	small.run()
	a, b := whole.result(), small.result()
	near(t, "reconciles", sumOf(b.Reconciles[:60]), sumOf(a.Reconciles[:60]))
	near(t, "recovered", b.Recovered, a.Recovered)
	near(t, "requests", sumOf(b.Requests[:60]), sumOf(a.Requests[:60]))
}

// TestScaleKeepsWorkers checks that one worker is not taken for several, however large the program is.
func TestScaleKeepsWorkers(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 1, Base: 0.005, Longest: 1000}},
		Client: &Bucket{Rate: 1000, Burst: 1000, Start: 1000}}
	r := Run(p, Load{Objects: 100_000, Reconcile: 0.1, Requests: 20}, Restart)
	near(t, "reconciles in an hour", r.Total, 36_000)
}

// TestFailing checks that only so many objects fail.
func TestFailing(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 10, Base: 1, Longest: 60}}}
	r := Run(p, Load{Objects: 10_000, Failing: 0.25}, Outage)
	near(t, "objects that wait for their back-off", r.Waiting[10], 2500)
}

// TestSlowPolls holds the steady state against what users of a program measured: one worker, a poll of ten minutes, and a reconcile of 1.6
// s, which both of their waits come to. About 900 objects make a new one wait for 14.0 to 14.7 min (median), about 1,065 for 18.1 to 18.75
// min, and 60 to 120 for at most 0.6 min.
func TestSlowPolls(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 1, Base: 0.005, Longest: 1000, Poll: 600}}}
	for objects, minutes := range map[int][2]float64{900: {14, 14.7}, 1065: {18.1, 18.75}, 120: {0, 0.6}} {
		r := Run(p, Load{Objects: objects, Reconcile: 1.6}, Steady)
		var waits []float64
		for _, probe := range r.Probes[len(r.Probes)/2:] {
			waits = append(waits, probe.Wait/60)
		}
		slices.Sort(waits)
		if median := waits[len(waits)/2]; median < 0.97*minutes[0] || median > 1.03*minutes[1] {
			t.Errorf("%d objects: a new one waits %.2f min, measured were %v", objects, median, minutes)
		}
	}
}

// TestJitter checks that chance spreads polls, and changes nothing else.
func TestJitter(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 100, Base: 0.005, Longest: 1000, Poll: 60}}}
	r := Run(p, Load{Objects: 600, Reconcile: 0.1, Requests: 1}, Steady).Polls
	near(t, "busiest second", r.MostReconciles, 600)
	if r.JitteredReconciles > 100 {
		t.Errorf("with jitter %v reconciles in the busiest second", r.JitteredReconciles)
	}
	near(t, "reconciles a second", r.Reconciles, 10)
	p.Groups[0].Jitter = UsualJitter
	jittered := Run(p, Load{Objects: 600, Reconcile: 0.1, Requests: 1}, Steady).Polls
	near(t, "busiest second with jitter of its own", jittered.MostReconciles, r.JitteredReconciles)
	near(t, "reconciles a second with jitter of its own", jittered.Reconciles, 600/63.0)
}

func FuzzRun(f *testing.F) {
	f.Add(10.0, 3, 2, 100, 0.1, 2, 0.005, uint8(3))
	f.Fuzz(func(t *testing.T, rate float64, controllers, workers, objects int, reconcile float64, requests int, base float64, kind uint8) {
		if !(rate > 0.01 && rate < 1e6 && reconcile >= 0 && reconcile < 1000 && base >= 0 && base < 100) {
			return
		}
		clamp := func(n, most int) int { return 1 + int(uint(n)%uint(most)) }
		p := Program{
			Groups: []Group{
				{Controllers: clamp(controllers, 50), Workers: clamp(workers, 50), Base: base, Longest: 60, Wrapped: kind&1 != 0,
					Poll: 100 * reconcile},
				{Controllers: 1, Workers: 1, Base: base, Longest: 1000, Bucket: &Bucket{rate, 1, 0}, Wrapped: kind&1 != 0, Priority: kind&2 != 0},
			},
		}
		if kind&4 != 0 {
			p.Global = &Global{Bucket{rate, 10, 0}, kind&8 != 0, kind&32 != 0}
		}
		if kind&16 != 0 {
			p.Client = &Bucket{rate, 10, 10}
		}
		r := Run(p, Load{clamp(objects, 500), reconcile, clamp(requests, 3) - 1, 0.5}, Scenario(kind%4))
		for _, list := range [][]float64{r.Reconciles, r.Requests, r.Waiting, r.MostReconciles, r.MostRequests} {
			if len(list) != len(r.Waiting) {
				t.Fatalf("lists of %d and %d bins", len(list), len(r.Waiting))
			}
			for _, x := range list {
				if !(x >= 0) || math.IsInf(x, 0) {
					t.Fatalf("%v in a result", x)
				}
			}
		}
	})
}

// TestAgenda checks that events happen in the order of their times and, at one time, in that in which they were planned.
func TestAgenda(t *testing.T) {
	var a agenda
	random := rand.New(rand.NewPCG(1, 2))
	now, planned, left := event{at: -1}, 0, 0
	for i := range 20_000 {
		if i < 10_000 && random.IntN(3) > 0 || left == 0 {
			planned++
			left++
			a.push(event{at: math.Max(0, now.at) + float64(random.IntN(5)), seq: planned, kind: random.IntN(probed + 1)})
			continue
		}
		left--
		e, ok := a.pop()
		if !ok || e.before(now) {
			t.Fatalf("%v: %+v after %+v", ok, e, now)
		}
		now = e
	}
}

// TestMeasuredWaits holds the steady state against what users of a program measured: one worker, objects that are polled every ten minutes,
// and a median wait of a new one of at most 0.6 min with 60 to 120 objects, 14.0 to 14.7 min with 900, and 18.1 to 18.75 min with 1,065. A
// reconcile of theirs took 1.6 s: the only length with which 900 and 1,065 objects come to these.
func TestMeasuredWaits(t *testing.T) {
	p := Program{Groups: []Group{{Controllers: 1, Workers: 1, Poll: 600, Base: 0.005, Longest: 1000}}}
	for objects, want := range map[int][2]float64{60: {0, 0.6}, 120: {0, 0.6}, 900: {14.0, 14.7}, 1065: {18.1, 18.75}} {
		r := Run(p, Load{Objects: objects, Reconcile: 1.6}, Steady)
		var waits []float64
		for _, probe := range r.Probes[len(r.Probes)/2:] {
			waits = append(waits, probe.Wait/60)
		}
		slices.Sort(waits)
		if median := waits[len(waits)/2]; median < want[0] || median > want[1]*1.03 {
			t.Errorf("%d objects: a median of %.2f min, want %v", objects, median, want)
		}
	}
}
