package ratelimiter

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
)

func TestOneValueGivesAllLimits(t *testing.T) {
	limits, err := New(7)
	if err != nil {
		t.Fatal(err)
	}

	cfg := &rest.Config{Host: "host", QPS: 1, Burst: 2, RateLimiter: flowcontrol.NewFakeAlwaysRateLimiter()}
	limited := limits.LimitRESTConfig(cfg)
	if limited.QPS != 35 || limited.Burst != 70 || limited.RateLimiter != nil || limited.Host != "host" {
		t.Errorf("limited config: %v", limited)
	}
	if cfg.QPS != 1 || cfg.Burst != 2 || cfg.RateLimiter == nil {
		t.Errorf("the config itself was changed: %v", cfg)
	}
	if got := limits.LimitRESTConfig(nil); got != nil {
		t.Errorf("a nil config gave %v", got)
	}

	if got := limits.Global().bucket; got.rate != 7*rateUnit || got.burst != 70 || got.tokens != 0 {
		t.Errorf("global limiter: %+v", got)
	}
	if got := limits.ManagerDefaults().MaxConcurrentReconciles; got != 7 {
		t.Errorf("the manager's default is %d workers", got)
	}
	if err := limits.SetMaxReconcileRate(3); err != nil {
		t.Fatal(err)
	}
	if got := limits.Global().bucket; got.rate != 3*rateUnit || got.burst != 30 || got.tokens != 0 {
		t.Errorf("global limiter after a change: %+v", got)
	}
	if err := limits.SetMaxReconcileRate(0); err == nil || limits.Global().bucket.rate != 3*rateUnit {
		t.Errorf("a bad rate was taken: %v", err)
	}
}

// FuzzConstructors holds every constructor to: an error or a thing that works,
// never a panic.
func FuzzConstructors(f *testing.F) {
	f.Add("name", 10, 10.0, 100, 1)
	f.Add("", 0, 0.0, 0, 0)
	f.Add("\xff", -1, -1.0, -1, -1)
	f.Add("a", math.MaxInt, math.Inf(1), math.MaxInt, math.MaxInt)
	f.Add("a", math.MinInt, math.NaN(), math.MinInt, math.MinInt)
	f.Add("a", maxMaxReconcileRate, maxRate, maxBurst, maxWeight)
	f.Add("a", maxMaxReconcileRate+1, math.Nextafter(maxRate, math.Inf(1)), maxBurst+1, maxWeight+1)
	f.Add("a", 1, 0.0000005, 1, 1)
	f.Add("a", 1, math.SmallestNonzeroFloat64, 1, 1)
	f.Fuzz(checkConstructors)
}

// TestRandomConstructors does the same with values near every bound and anywhere.
func TestRandomConstructors(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ints := []int{math.MinInt, -1, 0, 1, 2, maxWeight, maxMaxReconcileRate, maxBurst, math.MaxInt}
	rates := []float64{math.Inf(-1), -1, 0, math.SmallestNonzeroFloat64, 0.0000005, 1, maxRate, math.MaxFloat64, math.Inf(1), math.NaN()}
	anyInt := func() int {
		if r.IntN(4) == 0 {
			return int(r.Uint64() >> r.IntN(64))
		}
		return ints[r.IntN(len(ints))] + r.IntN(3) - 1
	}
	anyRate := func() float64 {
		switch r.IntN(4) {
		case 0:
			return math.Float64frombits(r.Uint64())
		case 1:
			return math.Nextafter(rates[r.IntN(len(rates))], math.Inf(2*r.IntN(2)-1))
		}
		return rates[r.IntN(len(rates))]
	}
	for range 100_000 {
		checkConstructors(t, []string{"", "a", "\xff"}[r.IntN(3)], anyInt(), anyRate(), anyInt(), anyInt())
	}
}

func checkConstructors(t *testing.T, name string, maxReconcileRate int, rate float64, burst, weight int) {
	t.Helper()
	limits, err := New(maxReconcileRate)
	if ok := maxReconcileRate >= 1 && maxReconcileRate <= maxMaxReconcileRate; ok != (err == nil) || ok == (limits == nil) {
		t.Fatalf("New(%d): %v, %v", maxReconcileRate, limits, err)
	}
	l, err := newLimiter(rate, burst)
	if ok := rate >= 0.0000005 && rate <= 1e9 && burst >= 1 && burst <= math.MaxInt32; ok != (err == nil) || ok == (l == nil) {
		t.Fatalf("newLimiter(%v, %d): %v, %v", rate, burst, l, err)
	}
	if l == nil {
		l = mustLimiter(t, 1, 1)
	}
	class, err := l.NewClass(rate, burst)
	if (err == nil) != (class != nil) {
		t.Fatalf("NewClass(%v, %d): %v, %v", rate, burst, class, err)
	}
	before := l.bucket
	if err := l.SetLimit(rate, burst); (err == nil) != (class != nil) || err != nil && l.bucket != before {
		t.Fatalf("SetLimit(%v, %d): %v", rate, burst, err)
	}
	share, err := l.newShare(name, weight)
	if (err == nil) != (share != nil) {
		t.Fatalf("newShare(%q, %d): %v, %v", name, weight, share, err)
	}
	if share == nil {
		return
	}
	if err := share.Wait(context.Background()); err != nil {
		t.Fatalf("a fresh limiter of rate %v and burst %d refused: %v", rate, burst, err)
	}
	if _, err := l.newShare(name, weight); err == nil {
		t.Fatalf("newShare(%q, %d) twice", name, weight)
	}
}
