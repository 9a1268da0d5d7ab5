package rl1001

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.23.3"}}
	two := []*model.Controller{{Name: "bucket", Version: "v0.22.0"}, {Name: "queue", Version: "v0.22.0"}}
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Verdict: judge.Unset, Detail: "Options.RateLimiter is nil", Reaches: one},
			"controller bucket is built without the shared limiter (Options.RateLimiter is nil): " +
				"with controller-runtime v0.23.3 failures back off per object from 5 ms to 1000 s and nothing limits them overall",
		},
		{
			model.Cause{Verdict: judge.Unset, Detail: "Options.RateLimiter is nil", Reaches: two},
			"2 controllers (bucket, queue) are built without the shared limiter (Options.RateLimiter is nil): " +
				"with controller-runtime v0.22.0 failures back off per object from 5 ms to 1000 s, and each controller has a bucket of 10 a second (burst 100) to itself",
		},
		{
			model.Cause{Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: one},
			"controller bucket has a queue limiter of its own, workqueue.NewX: its back-off is not the one the other controllers share",
		},
		{
			model.Cause{Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: two},
			"2 controllers (bucket, queue) have a queue limiter of their own, workqueue.NewX: its back-off is not the one the other controllers share",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
