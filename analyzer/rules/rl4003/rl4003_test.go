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
		"Reconcile blocks here up to 10s (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(func(*blocking.Found) {}),
		"Reconcile blocks here up to 3m (wait.Poll); controller pod has 1 worker; reached by pod.Reconciler.Reconcile → pod.install → pod.wait": at(func(f *blocking.Found) {
			f.What, f.Repeat.Times = "wait.Poll", 18
			f.Way = []blocking.Step{{Name: "pod.install"}, {Name: "pod.wait"}}
		}),
		"Reconcile blocks here 10s at a time, with no upper bound (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":        at(func(f *blocking.Found) { f.Repeat = blocking.Repeat{Endless: true} }),
		"Reconcile blocks here with no upper bound (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":                       at(func(f *blocking.Found) { f.Length, f.Repeat.Endless = 0, true }),
		"Reconcile blocks here 10s for each item of a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":               at(func(f *blocking.Found) { f.Repeat.Each, f.Near = true, true }),
		"Reconcile blocks here up to 1m for each item of a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":          at(func(f *blocking.Found) { f.Repeat, f.Near = blocking.Repeat{Each: true, Times: 6}, true }),
		"Reconcile blocks here 10s at a time, for each item of a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":    at(func(f *blocking.Found) { f.Repeat, f.Near = blocking.Repeat{Each: true}, true }),
		"Reconcile blocks here 10s at a time, inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":              at(func(f *blocking.Found) { f.Repeat.Each = true }),
		"Reconcile blocks here up to 1m at a time, inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":         at(func(f *blocking.Found) { f.Repeat = blocking.Repeat{Each: true, Times: 6} }),
		"Reconcile blocks here inside a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":                             at(func(f *blocking.Found) { f.Length, f.Repeat = 0, blocking.Repeat{Each: true} }),
		"Reconcile blocks here for as long as a variable or setting says (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Length = 0 }),
		"Reconcile blocks here for each item of a loop (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(func(f *blocking.Found) {
			f.Length, f.Repeat, f.Near = 0, blocking.Repeat{Each: true, Times: 6}, true
		}),
		"Reconcile blocks here 10s at a time, until a count or a deadline ends it (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile": at(func(f *blocking.Found) { f.Repeat.Times = 0 }),
		"Reconcile blocks here up to 9m33s (time.Sleep); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":                                        at(func(f *blocking.Found) { f.Length = 573_141_114_414 }),
		"Reconcile blocks here up to 10s (time.Sleep, in the dependency example.com/m); controller pod has 1 worker; reached by pod.Reconciler.Reconcile":         at(func(f *blocking.Found) { f.Foreign, f.Module = true, "example.com/m" }),
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
