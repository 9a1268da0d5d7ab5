package rl1001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.23.3"}}
	two := []*model.Controller{{Name: "bucket", Version: "v0.22.0"}, {Name: "queue", Version: "v0.22.0"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket is built without the shared limiter (Options.RateLimiter is nil): " +
			"with controller-runtime v0.23.3 failures back off per object from 5 ms to 1000 s and nothing limits them overall": {Verdict: judge.Unset, Detail: "Options.RateLimiter is nil", Reaches: one},
		"2 controllers (bucket, queue) are built without the shared limiter (Options.RateLimiter is nil): " +
			"with controller-runtime v0.22.0 failures back off per object from 5 ms to 1000 s, and each controller has a bucket of 10 a second (burst 100) to itself": {Verdict: judge.Unset, Detail: "Options.RateLimiter is nil", Reaches: two},
		"controller bucket has a queue limiter of its own, workqueue.NewX: its back-off is not the one the other controllers share":                {Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: one},
		"2 controllers (bucket, queue) have a queue limiter of their own, workqueue.NewX: its back-off is not the one the other controllers share": {Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: two},
	})
}
