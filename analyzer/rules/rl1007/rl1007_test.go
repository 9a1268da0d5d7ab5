package rl1007

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, message, map[string]*model.Cause{
		"what controller bucket asks before each reconcile is no token bucket but holds workqueue.NewItemExponentialFailureRateLimiter: it delays each object by itself, healthy ones too, and limits nothing overall":            {Detail: "workqueue.NewItemExponentialFailureRateLimiter", Reaches: one},
		"what 2 controllers (bucket, queue) ask before each reconcile is no token bucket but holds workqueue.NewItemExponentialFailureRateLimiter: it delays each object by itself, healthy ones too, and limits nothing overall": {Detail: "workqueue.NewItemExponentialFailureRateLimiter", Reaches: two},
	})
}
