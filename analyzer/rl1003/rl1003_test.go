package rl1003

import (
	"testing"

	"github.com/rllint/rllint/analyzer/controllers"
)

func TestMessage(t *testing.T) {
	one := []*controllers.Controller{{Name: "bucket"}}
	two := append(one, &controllers.Controller{Name: "queue"})
	for _, test := range []struct {
		cause controllers.Cause
		want  string
	}{
		{
			controllers.Cause{Verdict: controllers.Unset, Reaches: one},
			"controller bucket runs one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for it nor for the manager",
		},
		{
			controllers.Cause{Verdict: controllers.Unset, Reaches: two},
			"2 controllers (bucket, queue) run one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for them nor for the manager",
		},
		{
			controllers.Cause{Verdict: controllers.Flag, Detail: "flag workers", Reaches: one},
			"controller bucket runs as many workers as flag workers says, which is not max-reconcile-rate",
		},
		{
			controllers.Cause{Verdict: controllers.Const, Value: "1", Reaches: one},
			"controller bucket runs 1 worker, whatever max-reconcile-rate says",
		},
		{
			controllers.Cause{Verdict: controllers.Const, Value: "3", Reaches: two},
			"2 controllers (bucket, queue) run 3 workers, whatever max-reconcile-rate says",
		},
		{
			controllers.Cause{Verdict: controllers.Const, Detail: "the default", Reaches: one},
			"controller bucket runs as many workers as the default says, whatever max-reconcile-rate says",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
