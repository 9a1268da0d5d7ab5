package rl4003

import (
	"testing"
	"time"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/blocking"
)

func TestMessage(t *testing.T) {
	at := func(change func(*blocking.Found)) blocking.Found {
		f := blocking.Found{Reconciler: "pod.Reconciler.Reconcile"}
		f.What, f.Length, f.Repeat.Times = "time.Sleep", int64(10*time.Second), 1
		change(&f)
		return f
	}
	workers := func(f blocking.Found) string { return message(f, "controller pod has 1 worker") }
	messagetest.Run(t, workers, map[string]blocking.Found{
		"Reconcile blocks here up to 10s (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(
			func(*blocking.Found) {}),
		"Reconcile blocks here up to 3m (wait.Poll); controller pod has 1 worker; reached by pod.Reconciler.Reconcile → pod.install → " +
			"pod.wait": at(func(f *blocking.Found) {
			f.What, f.Repeat.Times = "wait.Poll", 18
			f.Way = []blocking.Step{{Name: "pod.install"}, {Name: "pod.wait"}}
		}),
		"Reconcile blocks here 10s at a time, with no upper bound (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Repeat, f.Forever = blocking.Repeat{Endless: true}, true }),
		"Reconcile blocks here with no upper bound (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":                at(func(f *blocking.Found) { f.Length, f.Repeat.Endless, f.Forever = 0, true, true }),
		"Reconcile blocks here 10s at a time, inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":       at(func(f *blocking.Found) { f.Repeat.Each = true }),
		"Reconcile blocks here up to 1m at a time, inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":  at(func(f *blocking.Found) { f.Repeat = blocking.Repeat{Each: true, Times: 6} }),
		"Reconcile blocks here inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":                      at(func(f *blocking.Found) { f.Length, f.Repeat = 0, blocking.Repeat{Each: true} }),
		"Reconcile blocks here for a length rllint does not know (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":  at(func(f *blocking.Found) { f.Length = 0 }),
		"Reconcile blocks here for r.Delay, a length rllint does not know (time.Sleep); controller pod has 1 worker; reached by " +
			"pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Length, f.Written = 0, "r.Delay" }),
		"Reconcile blocks here 10s at a time, until a count or a deadline ends it (time.Sleep); controller pod has 1 worker; reached by " +
			"pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Repeat.Times = 0 }),
		"Reconcile blocks here up to 9m33s (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(
			func(f *blocking.Found) { f.Length = 573_141_114_414 }),
		"Reconcile blocks here up to 10s (time.Sleep, in the dependency example.com/m); controller pod has 1 worker; reached by " +
			"pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Foreign, f.Module = true, "example.com/m" }),
	})
	messagetest.Run(t, workers, map[string]blocking.Found{
		"Reconcile blocks here up to 10s (time.Sleep); controller pod has 1 worker; may be reached by pod.Reconciler.Reconcile → pod.drain.run": at(func(f *blocking.Found) {
			f.Way = []blocking.Step{{Name: "pod.drain.run", Chosen: true}}
		}),
	})
	nothing := func(f blocking.Found) string { return message(f, "") }
	messagetest.Run(t, nothing, map[string]blocking.Found{
		"Reconcile blocks here up to 10s (time.Sleep); reached by pod.Reconciler.Reconcile": at(func(*blocking.Found) {}),
	})
}

// Of a wait that may be bounded, or not come, in a way that was not looked at, the finding is a note.
func TestCertain(t *testing.T) {
	const second = int64(time.Second)
	step := func(name string) blocking.Step { return blocking.Step{Name: name} }
	for name, test := range map[string]struct {
		change  func(*blocking.Found)
		certain bool
	}{
		"a sleep":                   {func(*blocking.Found) {}, true},
		"a short sleep":             {func(f *blocking.Found) { f.Length = 9 * second }, false},
		"a poll":                    {func(f *blocking.Found) { f.Poll, f.Length = true, 30*second }, true},
		"a short poll":              {func(f *blocking.Found) { f.Poll, f.Length = true, 29*second }, false},
		"a time that is not known":  {func(f *blocking.Found) { f.Length = 0 }, false},
		"a count that is not known": {func(f *blocking.Found) { f.Repeat.Times = 0 }, false},
		"a loop without an end":     {func(f *blocking.Found) { f.Repeat, f.Forever = blocking.Repeat{Endless: true}, true }, true},
		"one around the calls":      {func(f *blocking.Found) { f.Repeat = blocking.Repeat{Endless: true} }, false},
		"a loop over objects": {func(f *blocking.Found) {
			f.Repeat, f.Near, f.Length = blocking.Repeat{Each: true, Times: 1}, true, 5*second
		}, true},
		"one with short pauses": {func(f *blocking.Found) {
			f.Repeat, f.Near, f.Length = blocking.Repeat{Each: true, Times: 1}, true, 4*second
		}, false},
		"one around some calls":           {func(f *blocking.Found) { f.Repeat = blocking.Repeat{Each: true, Times: 1} }, false},
		"some calls":                      {func(f *blocking.Found) { f.Way = []blocking.Step{step("a"), step("b"), step("c")} }, true},
		"many calls":                      {func(f *blocking.Found) { f.Way = make([]blocking.Step, maxWay+1) }, false},
		"an interface with several types": {func(f *blocking.Found) { f.Way = []blocking.Step{{Name: "a", Chosen: true}} }, false},
		"a dependency":                    {func(f *blocking.Found) { f.Foreign = true }, false},
	} {
		f := blocking.Found{Reconciler: "pod.Reconciler.Reconcile"}
		f.Length, f.Repeat.Times = 10*second, 1
		test.change(&f)
		if certain(&f) != test.certain {
			t.Errorf("%s: certain is %t", name, !test.certain)
		}
	}
}

func TestMeant(t *testing.T) {
	for name, want := range map[string]bool{"pod.uninstall": true, "pod.restoreData": true, "pod.TearDown": true, "pod.delete": false,
		"pod.start": false} {
		f := blocking.Found{Reconciler: "pod.Reconciler.Reconcile"}
		f.Way = []blocking.Step{{Name: name}}
		if meant(&f) != want {
			t.Errorf("%s: meant is %t", name, !want)
		}
	}
}

func TestSpread(t *testing.T) {
	ten := blocking.Wait{Length: int64(10 * time.Second), Repeat: blocking.Repeat{Times: 1}}
	for workers, want := range map[int]bool{1: false, 2: false, 3: true} {
		if spread(ten, workers) != want {
			t.Errorf("%d workers: spread is %t", workers, !want)
		}
	}
}
