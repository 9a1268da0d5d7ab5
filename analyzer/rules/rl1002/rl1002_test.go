package rl1002

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const follows = " is not wrapped in global-rate middleware: watch events, polls and requeues reach it at any rate, whatever max-reconcile-rate says"
	one := []*model.Controller{{For: "v1.Pod"}}
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{model.Cause{Reaches: one, Detail: "managed.Reconciler"}, "the reconciler (managed.Reconciler) of controller v1.Pod" + follows},
		{model.Cause{Reaches: one}, "the reconciler of controller v1.Pod" + follows},
		{model.Cause{Reaches: append(one, &model.Controller{})}, "the reconciler of 2 controllers (v1.Pod, …)" + follows},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
