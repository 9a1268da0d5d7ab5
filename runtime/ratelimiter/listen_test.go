//go:build go1.25

package ratelimiter

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// The logger heeds what goes through it for a limited controller, at each level, and writes what it did.
func TestListenHeedsWhatIsLogged(t *testing.T) {
	errBusy := errors.New("busy")
	as := func(err error) error {
		if errors.Is(err, errBusy) {
			return Throttled(err, time.Minute)
		}
		return err
	}
	for what, c := range map[string]struct {
		log   func(logr.Logger)
		heeds bool
	}{
		"an error of the function": {func(l logr.Logger) { l.V(1).Info("failed", "error", fmt.Errorf("observe: %w", errBusy)) }, true},
		"an error of Throttled": {func(l logr.Logger) { l.Info("failed", "x", 1, "error", Throttled(errors.New("a"), time.Minute)) },
			true},
		"below a name":                    {func(l logr.Logger) { l.WithName("n").WithCallDepth(1).Info("failed", "error", errBusy) }, true},
		"another error":                   {func(l logr.Logger) { l.Info("failed", "error", errors.New("a")) }, false},
		"no error":                        {func(l logr.Logger) { l.Info("failed", "error", "busy") }, false},
		"half a pair":                     {func(l logr.Logger) { l.Info("failed", "error") }, false},
		"an error that was also returned": {func(l logr.Logger) { l.Error(Throttled(errBusy, time.Minute), "Reconciler error") }, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			limits := newLimits(t, 1)
			r, err := NewReconciler("bucket", reconcile.Func(succeed), limits)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			log := limits.Listen(funcr.New(func(_, line string) { lines = append(lines, line) }, funcr.Options{}), as)
			c.log(log.WithValues("controller", "bucket", "kind", "Bucket"))
			limits.global.tree.mu.Lock()
			heeded := r.share.parked
			limits.global.tree.mu.Unlock()
			if heeded != c.heeds {
				t.Errorf("%s: the controller is held up: %v", what, heeded)
			}
			if want := what != "an error of the function"; want != (len(lines) == 1 && strings.Contains(lines[0], `"kind"="Bucket"`)) {
				t.Errorf("%s: written was %q", what, lines)
			}
		})
	}
}

// What cannot be heeded is said, once.
func TestListenSaysWhatItCannotHeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logged := startLogging(t)
		log := newLimits(t, 1).Listen(logr.Discard(), nil)
		if log.GetSink() != nil {
			t.Error("a logger without a sink listens")
		}
		log = newLimits(t, 1).Listen(funcr.New(func(string, string) {}, funcr.Options{}), nil)
		for _, l := range []logr.Logger{log, log.WithValues("controller", "other"), log.WithValues("controller", 3)} {
			l.Info("failed", "error", Throttled(errors.New("a"), time.Minute))
		}
		if n := logged("does not say for which limited controller"); n != 1 {
			t.Errorf("it was logged %d times, want once", n)
		}
		var none *Limits
		if none.Listen(log, nil) != log {
			t.Error("limits that are nil change the logger")
		}
	})
}
