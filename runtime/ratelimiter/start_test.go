//go:build go1.25

package ratelimiter

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/rllint/rllint/runtime/internal/simulation"
)

// oneLife runs a program of one busy controller from its start for a while.
func oneLife(t *testing.T, log *simulation.Log, limits *Limits, length time.Duration) {
	t.Helper()
	run(t, length, simulation.Controller{Name: "life", Options: limited(t, "life", log.Reconciler(restless), limits), Sources: []source.Source{
		simulation.Appear(simulation.Objects("object", 20), 0),
	}})
}

func startingEmpty(t *testing.T) *Limits {
	t.Helper()
	limits, err := New(maxReconcileRate)
	if err != nil {
		t.Fatal(err)
	}
	return limits
}

// A program that is started again and again has the reconciles of one that runs.
func TestCrashLoopKeepsTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := simulation.NewLog()
		began := time.Now()
		for time.Since(began) < time.Minute {
			oneLife(t, log, startingEmpty(t), 4*time.Second)
		}
		n := log.Between(0, time.Minute)
		t.Logf("%d reconciles in a minute of a crash loop, of 700 that are allowed", n)
		if n > 700 || n < 480 {
			t.Errorf("%d reconciles in a minute, want 480 to 700", n)
		}
	})
}

// A leader takes over from another: the window over both is that of one. The new one's
// process was there all the time.
func TestHandOverKeepsTheWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := simulation.NewLog()
		old, next := startingEmpty(t), startingEmpty(t)
		// The old one has had nothing to do for a while, and then has a burst.
		if d := old.GlobalRateLimiter(nil).When("first.example.io/a"); d != 0 {
			t.Fatal(d)
		}
		time.Sleep(time.Minute)
		oneLife(t, log, old, 30*time.Second)
		oneLife(t, log, next, 30*time.Second)
		entries := log.Entries()
		if !slices.IsSortedFunc(entries, func(a, b simulation.Entry) int { return int(a.At - b.At) }) {
			t.Fatal("the log is not in order")
		}
		t.Logf("%d reconciles in %v over both", len(entries), entries[len(entries)-1].At-entries[0].At)
		checkWindows(t, entries, maxReconcileRate, 10*maxReconcileRate)
	})
}

// The first reconcile of a program need not wait, and then the rate holds.
func TestStartLendsOneToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mustShare(t, startingEmpty(t).Global(), "share", 1)
		time.Sleep(time.Hour)
		began := time.Now()
		for i, want := range []time.Duration{0, 200 * time.Millisecond, 300 * time.Millisecond} {
			if err := s.Wait(t.Context()); err != nil || time.Since(began) != want {
				t.Errorf("token %d came after %v (%v), want %v", i, time.Since(began), err, want)
			}
		}
	})
}
