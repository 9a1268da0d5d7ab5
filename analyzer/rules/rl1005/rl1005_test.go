package rl1005

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Verdict: judge.Unused, Detail: "flag max-reconcile-rate", Reaches: one},
			"flag max-reconcile-rate limits nothing: its value reaches no limiter, no number of workers and no client",
		},
		{
			model.Cause{Verdict: judge.Unasked, Name: "max-reconcile-rate", Reaches: one},
			"this limiter, made from max-reconcile-rate, limits nothing: the middleware of the one controller does not ask it",
		},
		{
			model.Cause{Verdict: judge.Unasked, Name: "max-reconcile-rate", Reaches: two},
			"this limiter, made from max-reconcile-rate, limits nothing: no middleware of the 2 controllers asks it",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
