package rl2001

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
			model.Cause{Detail: "workqueue.NewTypedItemExponentialFailureRateLimiter", Reaches: two},
			"this limiter is in the queues of 2 controllers (bucket, queue) of different kinds and holds workqueue.NewTypedItemExponentialFailureRateLimiter: it knows objects by namespace and name only, so that those of one kind delay those of another and erase their back-off",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
