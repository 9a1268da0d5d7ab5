package rl1002

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const follows = " is not wrapped in global-rate middleware: watch events, polls and requeues reach it at any rate, whatever max-reconcile-rate says"
	one := []*model.Controller{{For: "v1.Pod"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"the reconciler (managed.Reconciler) of controller v1.Pod" + follows: {Reaches: one, Detail: "managed.Reconciler"},
		"the reconciler of controller v1.Pod" + follows:                      {Reaches: one},
		"the reconciler of 2 controllers (v1.Pod, …)" + follows:              {Reaches: append(one, &model.Controller{})},
	})
}
