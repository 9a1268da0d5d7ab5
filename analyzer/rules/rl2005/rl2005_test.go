package rl2005

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const then = ", always the same: objects that were seen together stay together, and come in waves; add a random part, as wait.Jitter does"
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller pool polls after the time that flag poll gives (10m0s)" + then: {
			Detail: "flag poll", Value: "10m0s", Reaches: []*model.Controller{{Name: "pool"}}},
		"2 controllers (pool, cluster) poll after the time that flag poll gives" + then: {
			Detail: "flag poll", Reaches: []*model.Controller{{Name: "pool"}, {Name: "cluster"}}},
	})
}
