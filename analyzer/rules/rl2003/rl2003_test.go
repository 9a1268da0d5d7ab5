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
		"When is called of the limiter in the queue of controller bucket: it counts a failure, and RequeueAfter makes the queue forget all of them, so that the delay never grows": {Detail: "When", Reaches: one},
		"NumRequeues is called of the limiter in the queue of 2 controllers (bucket, queue): the count is the queue's, which RequeueAfter and success erase":                       {Detail: "NumRequeues", Reaches: two},
		"Forget is called of the limiter in the queue of this controller: the back-off that the queue has built up is erased":                                                      {Detail: "Forget", Reaches: []*model.Controller{{}}},
	})
}
