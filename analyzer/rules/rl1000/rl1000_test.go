package rl1000

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	with := func(name string, limiter judge.Verdict) *model.Controller {
		return &model.Controller{Name: name, Limits: map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: limiter}}}
	}
	const begin, end = "nothing limits how fast this program reconciles: ", "; see rllint explain RL1000"
	for _, test := range []struct {
		reaches []*model.Controller
		want    string
	}{
		{[]*model.Controller{with("a", judge.Unset)}, "controller a retries failures from 5 ms on, and watch events and polls reach it at any rate"},
		{[]*model.Controller{with("a", judge.Unset), with("b", judge.Unset)}, "2 controllers (a, b) retry failures from 5 ms on, and watch events and polls reach them at any rate"},
		{[]*model.Controller{with("a", judge.Adhoc), with("b", judge.Unset)}, "watch events and polls reach 2 controllers (a, b) at any rate, and 1 of them retries failures from 5 ms on"},
		{[]*model.Controller{with("a", judge.Shared)}, "watch events and polls reach controller a at any rate"},
	} {
		if got := message(&model.Cause{Verdict: judge.NoPromise, Reaches: test.reaches}); got != begin+test.want+end {
			t.Errorf("got  %s\nwant %s", got, begin+test.want+end)
		}
	}
}
