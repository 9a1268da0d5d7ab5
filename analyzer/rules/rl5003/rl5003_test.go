package rl5003

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const then = ": when they use up its tokens, the lease is not renewed in time and the program exits; give LeaderElectionConfig a copy of the config without RateLimiter"
	one := []*model.Controller{{Name: "pool"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"leader election of this manager shares the RateLimiter of its rest.Config with controller pool" + then:              {Reaches: one},
		"leader election of this manager shares the RateLimiter of its rest.Config (main.go:41) with controller pool" + then: {Reaches: one, By: model.Site{File: "main.go", Line: 41}},
	})
}
