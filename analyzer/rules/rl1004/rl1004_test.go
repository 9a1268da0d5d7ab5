package rl1004

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"the client of this manager does not follow the program's rate: its QPS is not set, and with controller-runtime v0.25.2 nothing then " +
			"limits its requests": {Verdict: judge.Unset, Detail: "ctrl.GetConfig", Reaches: one},
		"the client of this manager does not follow the program's rate: its QPS is not set, and with controller-runtime v0.20.4 it then makes " +
			"20 requests a second (burst 30) for each kind of object, whatever the rate is": {Verdict: judge.Unset, Detail: "ctrl.GetConfigOrDie",
			Reaches: []*model.Controller{{Version: "v0.20.4"}}},
		"the client of this manager does not follow the program's rate: its QPS is not set, and the library's default applies, whatever the " +
			"rate is": {Verdict: judge.Unset, Detail: "ctrl.GetConfig", Reaches: []*model.Controller{{}}},
		"the client of this manager does not follow the program's rate: its QPS is not set, and client-go then makes 5 requests a second " +
			"(burst 10) for each kind of object, whatever the rate is": {Verdict: judge.Unset, Detail: "rest.Config", Reaches: one},
		"the client does not follow the program's rate: its QPS is what flag kube-api-qps says": {Verdict: judge.Flag,
			Detail: "flag kube-api-qps", Reaches: one},
		"the client does not follow the program's rate: its QPS is the constant 50": {Verdict: judge.Const,
			Value: "50", Reaches: one},
		"the client does not follow the program's rate: its QPS is the constant -1, which is no limit": {Verdict: judge.Const,
			Value: "-1", Reaches: one},
	})
}
