package rl2003

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Detail: "When", Reaches: one},
			"When is called of the limiter in the queue of controller bucket: it counts a failure, and RequeueAfter makes the queue forget all of them, so that the delay never grows",
		},
		{
			model.Cause{Detail: "NumRequeues", Reaches: two},
			"NumRequeues is called of the limiter in the queue of 2 controllers (bucket, queue): the count is the queue's, which RequeueAfter and success erase",
		},
		{
			model.Cause{Detail: "Forget", Reaches: []*model.Controller{{}}},
			"Forget is called of the limiter in the queue of this controller: the back-off that the queue has built up is erased",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
