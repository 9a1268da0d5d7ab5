package rl2001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"this limiter is in the queues of 2 controllers (bucket, queue) of different kinds and holds workqueue.NewTypedItemExponentialFailureRateLimiter: it knows objects by namespace and name only, so that those of one kind delay those of another and erase their back-off": {Detail: "workqueue.NewTypedItemExponentialFailureRateLimiter", Reaches: two},
	})
}
