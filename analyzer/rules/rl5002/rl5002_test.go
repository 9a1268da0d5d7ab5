package rl5002

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]*model.Cause{
		"flag kube-api-qps sets the rate of no client: none that is followed takes its QPS from it":                                                       {Verdict: judge.Idle, Name: "flag kube-api-qps"},
		"the default of flag qps makes the client slower than without it: client-go's 5 (burst 10) requests a second, where the config had 20 (burst 30)": {Verdict: judge.Overwrites, Name: "flag qps", Value: "0", Detail: "20 (burst 30)"},
		"the default of flag qps makes the client slower than without it: 5 requests a second, where the config had 20 (burst 30)":                        {Verdict: judge.Overwrites, Name: "flag qps", Value: "5", Detail: "20 (burst 30)"},
	})
}
