package rl1002

import (
	"testing"

	"github.com/rllint/rllint/analyzer/controllers"
)

func TestMessage(t *testing.T) {
	const follows = " is not wrapped in global-rate middleware: watch events, polls and requeues reach it at any rate, whatever max-reconcile-rate says"
	one := []*controllers.Controller{{For: "v1.Pod"}}
	for _, test := range []struct {
		cause controllers.Cause
		want  string
	}{
		{controllers.Cause{Reaches: one, Detail: "managed.Reconciler"}, "the reconciler (managed.Reconciler) of controller v1.Pod" + follows},
		{controllers.Cause{Reaches: one}, "the reconciler of controller v1.Pod" + follows},
		{controllers.Cause{Reaches: append(one, &controllers.Controller{})}, "the reconciler of 2 controllers (v1.Pod, …)" + follows},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
