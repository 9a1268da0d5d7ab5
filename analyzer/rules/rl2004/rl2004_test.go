package rl2004

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket is not given the number of workers that 5 of 6 take from flag reconcile-concurrency, and sets nothing of its own": {Detail: "the number of workers that 5 of 6 take from flag reconcile-concurrency", Reaches: one},
	})
}
