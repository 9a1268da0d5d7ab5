//go:build go1.25

package ratelimiter

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	dto "github.com/prometheus/client_model/go"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
)

// gathered returns the controller's metric of that name from controller-runtime's
// registry, or nil.
func gathered(t *testing.T, name, controller string) *dto.Metric {
	t.Helper()
	families, err := metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, m := range family.GetMetric() {
			if m.GetLabel()[0].GetValue() == controller {
				return m
			}
		}
	}
	return nil
}

func TestMetrics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const name = "measured"
		l := mustLimiter(t, 1, 2)
		s := mustShare(t, l, name, 1)
		spend(t, l, s)
		for range 3 {
			go func() { _ = s.Wait(t.Context()) }()
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_ = s.Wait(ended)
		synctest.Wait()

		// A thread that gathers is not part of the bubble's time; nothing moves
		// while it does.
		if got := gathered(t, "reconcile_limiter_waiting", name).GetGauge().GetValue(); got != 3 {
			t.Errorf("%v waiting, want 3", got)
		}
		if got := gathered(t, "reconcile_limiter_let_through_total", name).GetCounter().GetValue(); got != 2 {
			t.Errorf("%v let through, want 2", got)
		}
		if got := gathered(t, "reconcile_limiter_put_off_total", name).GetCounter().GetValue(); got != 1 {
			t.Errorf("%v put off, want 1", got)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if got := gathered(t, "reconcile_limiter_waiting", name).GetGauge().GetValue(); got != 0 {
			t.Errorf("%v waiting, want 0", got)
		}
		waits := gathered(t, "reconcile_limiter_wait_seconds", name).GetHistogram()
		if waits.GetSampleCount() != 5 || waits.GetSampleSum() != 1+2+3 {
			t.Errorf("%d waits of %vs in all, want 5 of 6s", waits.GetSampleCount(), waits.GetSampleSum())
		}
		want := map[float64]uint64{0.001: 2, 0.5: 2, 1: 3, 2.5: 4, 5: 5, 300: 5}
		for _, b := range waits.GetBucket() {
			if n, ok := want[b.GetUpperBound()]; ok && n != b.GetCumulativeCount() {
				t.Errorf("%d waits up to %vs, want %d", b.GetCumulativeCount(), b.GetUpperBound(), n)
			}
		}
	})
}
