package rl1002

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{For: "v1.Pod"}}
	two := append(one, &model.Controller{})
	limiter := model.Site{File: "/m/cmd/main.go", Line: 125}
	rate := model.Promised{Rate: "--max-reconcile-rate", RateAt: model.Site{File: "/m/cmd/main.go", Line: 40}}
	made := rate
	made.Limiter = limiter
	wrapped := func(c *model.Cause) string { return message(c, "ratelimiter.NewReconciler") }
	messagetest.Run(t, wrapped, map[string]*model.Cause{
		"controller v1.Pod never asks the limiter made at /m/cmd/main.go:125 from --max-reconcile-rate: watch events, polls and requeues " +
			"reach it at any rate; " +
			"wrap its reconciler (managed.Reconciler) with ratelimiter.NewReconciler": {Reaches: one, Detail: "managed.Reconciler", Promised: made},
		"2 controllers (v1.Pod, …) never ask the limiter made at /m/cmd/main.go:125: watch events, polls and requeues reach them at any rate; " +
			"wrap their reconcilers with ratelimiter.NewReconciler": {Reaches: two, Promised: model.Promised{Limiter: limiter}},
		"controller v1.Pod does not always ask the limiter made at /m/cmd/main.go:125 from --max-reconcile-rate (throttle.Reconcile asks a " +
			"limiter, but not where the condition at main.go:12 turns out otherwise): " +
			"watch events, polls and requeues reach it at any rate; wrap its reconciler with ratelimiter.NewReconciler": {Reaches: one,
			Promised: made, Asks: judge.Sometimes, Detail: "throttle.Reconcile asks a limiter, but not where the condition at main.go:12 turns " +
				"out otherwise"},
	})
	unwrapped := func(c *model.Cause) string { return message(c, "") }
	messagetest.Run(t, unwrapped, map[string]*model.Cause{
		"controller v1.Pod never asks a limiter that all controllers share: watch events, polls and requeues reach it at any rate; " +
			"wrap its reconciler in one that asks it": {Reaches: one},
		"controller v1.Pod never asks a limiter that all controllers share: watch events, polls and requeues reach it at any rate, whatever " +
			"--max-reconcile-rate (/m/cmd/main.go:40) says; " +
			"wrap its reconciler in one that asks it": {Reaches: one, Promised: rate},
	})
}
