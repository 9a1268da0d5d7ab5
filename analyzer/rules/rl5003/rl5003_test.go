package rl5003

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const shares = "leader election of this manager shares the RateLimiter of its rest.Config"
	const then = " with controller pool: when they use up its tokens, the lease may be renewed too late, and then the program exits; " +
		"give LeaderElectionConfig a copy of the config without RateLimiter"
	one := []*model.Controller{{Name: "pool"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		shares + then:                   {Reaches: one},
		shares + " (main.go:41)" + then: {Reaches: one, By: model.Site{File: "main.go", Line: 41}},
	})
}
