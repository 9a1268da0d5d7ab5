//go:build go1.25

package ratelimiter

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// watched are limits with a class, and the settings file that they watch.
type watched struct {
	t      *testing.T
	limits *Limits
	cloud  *Limiter
	file   string
	logged func(text string) int
}

// watching runs a test in virtual time with limits of 10/s whose class cloud has
// 5/s and bursts of 50.
func watching(t *testing.T, test func(t *testing.T, w *watched)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &watched{t: t, limits: newLimits(t, maxReconcileRate), file: filepath.Join(t.TempDir(), "limits.yaml"), logged: startLogging(t)}
		var err error
		if w.cloud, err = w.limits.Global().NewClass(5, 50, WithName("cloud"), burstAtStart()); err != nil {
			t.Fatal(err)
		}
		m := &recordingManager{}
		if err := w.limits.WatchFile(m, w.file); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- m.runnables[0].Start(ctx) }()
		time.Sleep(time.Second)
		test(t, w)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// says writes the file and waits until it was read.
func (w *watched) says(content string) {
	w.t.Helper()
	if err := os.WriteFile(w.file, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(2 * watchPeriod)
	synctest.Wait()
}

// want fails if other limits hold.
func (w *watched) want(rate float64, burst int, cloudRate float64, cloudBurst int) {
	w.t.Helper()
	global := w.limits.Global()
	if global.rateNow() != rate || global.burstNow() != burst {
		w.t.Errorf("the limit is %v/s with bursts of %d, want %v and %d", global.rateNow(), global.burstNow(), rate, burst)
	}
	if w.cloud.rateNow() != cloudRate || w.cloud.burstNow() != cloudBurst {
		w.t.Errorf("the class's limit is %v/s with bursts of %d, want %v and %d", w.cloud.rateNow(), w.cloud.burstNow(), cloudRate, cloudBurst)
	}
}

// What the file says holds, and what it does not say is as the program made it.
func TestWatchFile(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		w.want(10, 100, 5, 50)
		w.says("maxReconcileRate: 20\nclasses: {cloud: {rate: 2.5}}")
		w.want(20, 200, 2.5, 50)
		w.says(`{"classes": {"cloud": {"burst": 7}}}`)
		w.want(10, 100, 5, 7)
		if err := os.Remove(w.file); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * watchPeriod)
		synctest.Wait()
		w.want(10, 100, 5, 50)
		w.says("maxReconcileRate: 1\n")
		w.want(1, 10, 5, 50)
		w.says("")
		w.want(10, 100, 5, 50)
		if n := w.logged("Limits hold from now on"); n != 5 {
			t.Errorf("%d changes were logged, want 5", n)
		}
	})
}

// The program and the file have a pause each, and the file overrides only what it names:
// other edits of it undo nothing that the program did.
func TestWatchFileLeavesTheProgramsOwn(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		w.says("maxReconcileRate: 20\nclasses: {cloud: {rate: 2}}\n")
		for _, l := range []*Limiter{w.limits.Global(), w.cloud} {
			if err := l.Pause(); err != nil {
				t.Fatal(err)
			}
		}
		w.says("maxReconcileRate: 21\nclasses: {cloud: {rate: 3}}\n")
		if !w.limits.Global().state().stopped || !w.cloud.state().stopped {
			t.Error("an edit of the rate undid the program's Pause")
		}
		for _, l := range []*Limiter{w.limits.Global(), w.cloud} {
			if err := l.Resume(); err != nil {
				t.Fatal(err)
			}
		}
		w.says("paused: true\nclasses: {cloud: {rate: 3}}\n")
		if err := w.limits.Global().Resume(); err != nil || !w.limits.Global().state().stopped {
			t.Errorf("the program's Resume (%v) undid the file's pause", err)
		}
		// What the program sets of a named field holds once the file is silent of it.
		if err := w.cloud.SetLimit(7, 70); err != nil {
			t.Fatal(err)
		}
		w.want(10, 100, 3, 70)
		w.says("{}\n")
		w.want(10, 100, 7, 70)
		if w.limits.Global().state().stopped {
			t.Error("the file's pause stayed")
		}
	})
}

// A file that somebody writes slowly is not used before it is whole.
func TestWatchFileWaitsForTheWhole(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		w.says("maxReconcileRate: 20\n")
		for _, part := range []string{"", "maxReconcileRate: 3", "maxReconcileRate: 30\nclasses:\n  cloud:\n",
			"maxReconcileRate: 30\nclasses:\n  cloud:\n    rate: 4\n"} {
			if err := os.WriteFile(w.file, []byte(part), 0o600); err != nil {
				t.Fatal(err)
			}
			time.Sleep(watchPeriod)
			synctest.Wait()
			w.want(20, 200, 5, 50)
		}
		time.Sleep(watchPeriod)
		synctest.Wait()
		w.want(30, 300, 4, 50)
	})
}

// Content that cannot be used changes nothing, and is told of once.
func TestWatchFileRefuses(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		w.says("maxReconcileRate: 20")
		for content, problem := range map[string]string{
			"maxReconcileRate: 0":                               "max-reconcile-rate 0 is outside",
			"maxReconcileRate: many":                            "cannot unmarshal",
			"maxreconcilerat: 7":                                "unknown field",
			"weights: {a: 721}":                                 `controller \"a\": weight 721 is outside 1 to 720`,
			"maxReconcileRate: 5\nclasses: {cluod: {rate: 1}}":  `there is no class \"cluod\": the classes are cloud`,
			"classes: {global: {rate: 1}}":                      `there is no class \"global\"`,
			"classes: {cloud: {rate: -1}}":                      `class \"cloud\": rate -1 is outside`,
			"maxReconcileRate: 5\nclasses: {cloud: {burst: 0}}": `class \"cloud\": burst 0 is outside`,
			"maxReconcileRate: 5\n---\nmaxReconcileRate: 6\n":   "several YAML documents",
			"maxReconcileRate:\n":                               "maxReconcileRate has no value",
			"classes:\n  cloud:\n    rate:\n":                   "classes.cloud.rate has no value",
			"\x00":                                              "control characters are not allowed",
			strings.Repeat("#", 2<<20):                          "longer than",
		} {
			w.says(content)
			time.Sleep(time.Minute)
			w.want(20, 200, 5, 50)
			if n := w.logged(problem); n != 1 {
				t.Errorf("%.40q was logged %d times with %q, want once", content, n, problem)
			}
			if got := gathered(t, "reconcile_limiter_settings_refused", w.file).GetGauge().GetValue(); got != 1 {
				t.Errorf("%.40q: the metric is %v, want 1", content, got)
			}
			w.logged = startLogging(t)
		}
		w.says("maxReconcileRate: 30")
		w.want(30, 300, 5, 50)
		if got := gathered(t, "reconcile_limiter_settings_refused", w.file).GetGauge().GetValue(); got != 0 {
			t.Errorf("the metric is %v after the file was mended, want 0", got)
		}
		if err := os.Remove(w.file); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(w.file, 0o700); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		w.want(30, 300, 5, 50)
		if n := w.logged("Cannot read the limits"); n != 1 {
			t.Errorf("a file that cannot be read was logged %d times, want once", n)
		}
	})
}

func TestWatchFilePauses(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		s, c := mustShare(t, w.limits.Global(), "share", 1), mustShare(t, w.cloud, "of the class", 1)
		through := func(s *share) bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			return s.Wait(ctx) == nil
		}
		for _, step := range []struct {
			says          string
			global, class bool
		}{
			{"paused: true", false, false},
			{"classes: {cloud: {paused: true}}", true, false},
			{"classes: {cloud: {paused: false}}", true, true},
		} {
			w.says(step.says)
			if got := through(s); got != step.global {
				t.Errorf("%s: let through: %v, want %v", step.says, got, step.global)
			}
			if got := through(c); got != step.class {
				t.Errorf("%s: let through in the class: %v, want %v", step.says, got, step.class)
			}
		}
	})
}

// Weights hold for controllers that are there and for those that come later, and
// cost no tokens.
func TestWatchFileWeighs(t *testing.T) {
	watching(t, func(t *testing.T, w *watched) {
		w.says("maxReconcileRate: 20\n")
		time.Sleep(time.Minute)
		if w.limits.Global().tokensNow() != 200 {
			t.Fatalf("%d tokens, want the burst", w.limits.Global().tokensNow())
		}
		heavy := mustShare(t, w.limits.Global(), "heavy", 1)
		w.says("maxReconcileRate: 20\nweights: {heavy: 3, later: 6}")
		if w.limits.Global().tokensNow() != 200 {
			t.Errorf("%d tokens after weights have changed, want the burst still", w.limits.Global().tokensNow())
		}
		if w.logged(`"controllers"=["later"]`) != 1 {
			t.Error("nothing was said of the controller that is not there yet")
		}
		later := mustShare(t, w.limits.Global(), "later", 1)
		plain := mustShare(t, w.limits.Global(), "plain", 1)
		count := func() (counts [3]int) {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
			defer cancel()
			for i, s := range []*share{heavy, later, plain} {
				for range 20 {
					go func() {
						for s.Wait(ctx) == nil {
							s.limiter.tree.mu.Lock()
							counts[i]++
							s.limiter.tree.mu.Unlock()
						}
					}()
				}
			}
			<-ctx.Done()
			synctest.Wait()
			return counts
		}
		spend(t, w.limits.Global(), plain)
		counts := count()
		for i, want := range []float64{300, 600, 100} {
			within(t, "reconciles", counts[i], want, 0.03)
		}
		w.says("maxReconcileRate: 20\n")
		spend(t, w.limits.Global(), plain)
		counts = count()
		for i := range counts {
			within(t, "reconciles without weights", counts[i], 333, 0.03)
		}
	})
}

// A program does not start with a file that is wrong from the beginning.
func TestWatchFileChecksAtOnce(t *testing.T) {
	limits, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("maxReconcileRate: -1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := limits.WatchFile(&recordingManager{}, bad); err == nil || !strings.Contains(err.Error(), bad) {
		t.Errorf("got %v, want an error that names the file", err)
	}
	if err := limits.WatchFile(nil, "/does/not/exist"); err == nil {
		t.Error("no error without a manager")
	}
}

func TestNamesOfLimiters(t *testing.T) {
	limits := newLimits(t, 1)
	for name, ok := range map[string]bool{"": false, "\xff": false, "global": false, "class": true} {
		if _, err := limits.Global().NewClass(1, 1, WithName(name)); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := limits.Global().NewClass(1, 1, WithName("class")); err == nil || !strings.Contains(err.Error(), `"class" is taken`) {
		t.Errorf("got %v, want an error that says that the name is taken", err)
	}
	if _, err := New(1, WithName("of another manager")); err != nil {
		t.Error(err)
	}
}
