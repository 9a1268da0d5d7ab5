package rl1000

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	with := func(name string, limiter judge.Verdict, workers string) *model.Controller {
		return &model.Controller{Name: name, Limits: map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: limiter},
			judge.Concurrency: {Value: workers}}}
	}
	reaching := func(known []judge.Known, list ...*model.Controller) *model.Cause {
		return &model.Cause{Verdict: judge.NoPromise, Reaches: list, Known: known}
	}
	client := judge.Known{Of: judge.ClientLimit, Text: "20 requests a second", Controllers: 2}
	free := judge.Known{Of: judge.ClientFree, Controllers: 2}
	queue := func(n int) judge.Known {
		return judge.Known{Of: judge.QueueLimit, Text: "back-off 1s to 1m0s", Controllers: n}
	}
	asked := func(n int) judge.Known { return judge.Known{Of: judge.ReconcilerLimit, Controllers: n} }
	unset, unknown, elsewhere := with("b", judge.Unset, "1"), with("c", judge.Unknown, ""), with("d", judge.Unset, "1")
	elsewhere.Limits[judge.Requests] = model.Limit{At: model.Site{File: "second.go", Line: 1}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller a has no limit besides its queue's: its worker has a client with no limit; it retries failures from 5 ms on": reaching(
			[]judge.Known{free}, with("a", judge.Unset, "1")),
		"controller a has no limit besides its queue's: its 5 workers have a client with 20 requests a second; its queue limiter delays " +
			"failures (back-off 1s to 1m0s)": reaching([]judge.Known{client, queue(1)}, with("a", judge.Shared, "5")),
		"no limit spans 2 controllers (a, b): their 6 workers share a client with 20 requests a second; they retry failures from 5 ms on": reaching([]judge.Known{client}, with("a", judge.Unset, "5"), unset),
		"no limit spans 2 controllers (b, d): their 2 workers have clients with no limit; they retry failures from 5 ms on": reaching(
			[]judge.Known{free}, unset, elsewhere),
		"no limit spans 2 controllers (a, b): their 2 workers share a client with a limit that rllint does not know; they retry failures from " +
			"5 ms on": reaching([]judge.Known{{Of: judge.ClientLimit, Controllers: 2}}, with("a", judge.Unset, "1"), unset),
		"no limit spans 2 controllers (a, b): their 6 workers share a client with no limit; one of them retries failures from 5 ms on; the " +
			"queue limiter of one of them delays failures (back-off 1s to 1m0s)": reaching([]judge.Known{free, queue(1)},
			with("a", judge.Adhoc, "5"), unset),
		"no limit spans 2 controllers (a, b): their workers have clients with no limit or 20 requests a second; their queue limiters delay " +
			"failures (back-off 1s to 1m0s); one of them asks a limiter of its own before it reconciles": reaching([]judge.Known{free, client,
			queue(2), asked(1)}, with("a", judge.Adhoc, ""), with("b", judge.Shared, "1")),
		"no limit spans 3 controllers (a, b, c): their workers run as fast as the work allows; 2 of them retry failures from 5 ms on": reaching(
			nil, with("a", judge.Unset, "1"), unset, unknown),
	})
}
