package rl1000

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	with := func(name string, limiter judge.Verdict) *model.Controller {
		return &model.Controller{Name: name, Limits: map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: limiter}}}
	}
	reaching := func(known []judge.Known, list ...*model.Controller) *model.Cause {
		return &model.Cause{Verdict: judge.NoPromise, Reaches: list, Known: known}
	}
	client := judge.Known{Of: judge.ClientLimit, Text: "20 requests a second", Controllers: 2}
	queue := func(n int) judge.Known {
		return judge.Known{Of: judge.QueueLimit, Text: "back-off 1s to 1m0s", Controllers: n}
	}
	asked := func(n int) judge.Known { return judge.Known{Of: judge.ReconcilerLimit, Controllers: n} }
	const see = "; see rllint explain RL1000"
	messagetest.Run(t, message, map[string]*model.Cause{
		"no limit but its own holds for controller a: it runs as fast as its workers allow; it retries failures from 5 ms on" + see:                                                                                reaching(nil, with("a", judge.Unset)),
		"no limit spans 2 controllers (a, b): each runs as fast as its workers and the client's 20 requests a second allow; they retry failures from 5 ms on" + see:                                                reaching([]judge.Known{client}, with("a", judge.Unset), with("b", judge.Unset)),
		"no limit spans 2 controllers (a, b): each runs as fast as its workers and its client allow; they retry failures from 5 ms on" + see:                                                                       reaching([]judge.Known{{Of: judge.ClientLimit, Controllers: 2}}, with("a", judge.Unset), with("b", judge.Unset)),
		"no limit spans 2 controllers (a, b): each runs as fast as its workers allow; one of them retries failures from 5 ms on; the queue limiter of one of them delays failures (back-off 1s to 1m0s)" + see:     reaching([]judge.Known{queue(1)}, with("a", judge.Adhoc), with("b", judge.Unset)),
		"no limit spans 2 controllers (a, b): each runs as fast as its workers allow; their queue limiters delay failures (back-off 1s to 1m0s); one of them asks a limiter of its own before it reconciles" + see: reaching([]judge.Known{queue(2), asked(1)}, with("a", judge.Adhoc), with("b", judge.Shared)),
		"no limit spans 3 controllers (a, b, c): each runs as fast as its workers allow; 2 of them retry failures from 5 ms on" + see:                                                                              reaching(nil, with("a", judge.Unset), with("b", judge.Unset), with("c", judge.Unknown)),
		"no limit but its own holds for controller a: it runs as fast as its workers allow; its queue limiter delays failures (back-off 1s to 1m0s)" + see:                                                         reaching([]judge.Known{queue(1)}, with("a", judge.Shared)),
	})
}
