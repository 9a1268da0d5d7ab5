package rl1007

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
			model.Cause{Detail: "workqueue.NewItemExponentialFailureRateLimiter", Reaches: one},
			"what controller bucket asks before each reconcile is no token bucket but holds workqueue.NewItemExponentialFailureRateLimiter: it delays each object by itself, healthy ones too, and limits nothing overall",
		},
		{
			model.Cause{Detail: "workqueue.NewItemExponentialFailureRateLimiter", Reaches: two},
			"what 2 controllers (bucket, queue) ask before each reconcile is no token bucket but holds workqueue.NewItemExponentialFailureRateLimiter: it delays each object by itself, healthy ones too, and limits nothing overall",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
