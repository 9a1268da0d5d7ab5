package rl1005

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"flag max-reconcile-rate limits nothing: its value reaches no limiter, no number of workers and no client":            {Verdict: judge.Unused, Detail: "flag max-reconcile-rate", Reaches: one},
		"this limiter, made from max-reconcile-rate, limits nothing: the one controller does not ask it before it reconciles": {Verdict: judge.Unasked, Name: "max-reconcile-rate", Reaches: one},
		"this limiter, made from max-reconcile-rate, limits nothing: none of the 2 controllers asks it before it reconciles":  {Verdict: judge.Unasked, Name: "max-reconcile-rate", Reaches: two},
	})
}
