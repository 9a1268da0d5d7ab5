package rl3001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"this limiter of controller bucket cannot work: its burst is 0: it lets nothing through":             {Detail: "its burst is 0: it lets nothing through", Reaches: one},
		"this limiter of 2 controllers (bucket, queue) cannot work: its burst is 0: it lets nothing through": {Detail: "its burst is 0: it lets nothing through", Reaches: two},
	})
}
