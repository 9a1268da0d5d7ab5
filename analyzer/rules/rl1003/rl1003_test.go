package rl1003

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	two := append(one, &model.Controller{Name: "queue"})
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Verdict: judge.Unset, Reaches: one},
			"controller bucket runs one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for it nor for the manager",
		},
		{
			model.Cause{Verdict: judge.Unset, Reaches: two},
			"2 controllers (bucket, queue) run one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for them nor for the manager",
		},
		{
			model.Cause{Verdict: judge.Flag, Detail: "flag workers", Reaches: one},
			"controller bucket runs as many workers as flag workers says, which is not max-reconcile-rate",
		},
		{
			model.Cause{Verdict: judge.Const, Value: "1", Reaches: one},
			"controller bucket runs 1 worker, whatever max-reconcile-rate says",
		},
		{
			model.Cause{Verdict: judge.Const, Value: "3", Reaches: two},
			"2 controllers (bucket, queue) run 3 workers, whatever max-reconcile-rate says",
		},
		{
			model.Cause{Verdict: judge.Const, Detail: "the default", Reaches: one},
			"controller bucket runs as many workers as the default says, whatever max-reconcile-rate says",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
