package rl1000

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
	"github.com/rllint/rllint/internal/messagetest"
)

func TestMessage(t *testing.T) {
	with := func(name string, limiter judge.Verdict) *model.Controller {
		return &model.Controller{Name: name, Limits: map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: limiter}}}
	}
	const begin, end = "nothing limits how fast this program reconciles: ", "; see rllint explain RL1000"
	reaching := func(list ...*model.Controller) *model.Cause {
		return &model.Cause{Verdict: judge.NoPromise, Reaches: list}
	}
	messagetest.Run(t, message, map[string]*model.Cause{
		begin + "controller a retries failures from 5 ms on, and watch events and polls reach it at any rate" + end:                reaching(with("a", judge.Unset)),
		begin + "2 controllers (a, b) retry failures from 5 ms on, and watch events and polls reach them at any rate" + end:        reaching(with("a", judge.Unset), with("b", judge.Unset)),
		begin + "watch events and polls reach 2 controllers (a, b) at any rate, and 1 of them retries failures from 5 ms on" + end: reaching(with("a", judge.Adhoc), with("b", judge.Unset)),
		begin + "watch events and polls reach controller a at any rate" + end:                                                      reaching(with("a", judge.Shared)),
	})
}
