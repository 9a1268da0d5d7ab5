package rl2003

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"this asks the limiter of the queue of controller bucket: When counts a failure, and after RequeueAfter the queue forgets its count, " +
			"so the delay stays the first one": {Detail: "When", Reaches: one},
		"this asks the limiter of the queue of 2 controllers (bucket, queue): the count is the queue's, and RequeueAfter and success erase it": {Detail: "NumRequeues", Reaches: two},
		"this makes the queue of this controller forget failures: the back-off that it has built up starts again":                              {Detail: "Forget", Reaches: []*model.Controller{{}}},
	})
}
