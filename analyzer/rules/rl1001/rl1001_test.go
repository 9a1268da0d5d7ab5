package rl1001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	alone := map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: judge.Unset}, judge.Concurrency: {Verdict: judge.Unset}}
	one := []*model.Controller{{Name: "bucket", Version: "v0.23.3",
		Limits: map[*judge.Attribute]model.Limit{judge.QueueKind: {Verdict: judge.Priority}}}}
	two := []*model.Controller{{Name: "bucket", Version: "v0.22.0"}, {Name: "queue", Version: "v0.22.0"}}
	defaults := []*model.Controller{{Name: "bucket", Limits: alone}}
	defaultsOfTwo := append(defaults, &model.Controller{Name: "queue", Limits: alone})
	main := model.Promised{Options: []model.Site{{File: "/m/cmd/main.go", Line: 86}}}
	const detail = "Options.RateLimiter is nil"
	messagetest.Run(t, func(c *model.Cause) string { return message(c, "") }, map[string]*model.Cause{
		"controller bucket has no queue limiter (Options.RateLimiter is nil): with controller-runtime v0.23.3 an object that fails is retried " +
			"after 5 ms, 10 ms, … up to 1000 s, " +
			"and nothing limits the retries of all objects together": {Verdict: judge.Unset, Detail: detail, Reaches: one, Promised: main},
		"2 controllers (bucket, queue) have no queue limiter (Options.RateLimiter is nil): with controller-runtime v0.22.0 an object that " +
			"fails is retried after 5 ms, 10 ms, … up to 1000 s, " +
			"and by default only a bucket of 10 a second (burst 100) for each controller limits the retries": {Verdict: judge.Unset, Detail: detail,
			Reaches: two},
		"controller bucket does not get main's options (/m/cmd/main.go:86): it runs one worker, and an object that fails is retried after 5 " +
			"ms, 10 ms, … up to 1000 s": {Verdict: judge.Unset, Detail: detail, Reaches: defaults, Promised: main},
		"2 controllers (bucket, queue) do not get main's options (/m/cmd/main.go:86): each runs one worker, and an object that fails is " +
			"retried after 5 ms, 10 ms, … up to 1000 s": {Verdict: judge.Unset, Detail: detail, Reaches: defaultsOfTwo, Promised: main},
		"controller bucket has no queue limiter (Options.RateLimiter is nil) and one worker: an object that fails is retried after 5 ms, 10 " +
			"ms, … up to 1000 s": {Verdict: judge.Unset, Detail: detail, Reaches: defaults},
		"controller bucket has a queue limiter of its own (workqueue.NewX), so its retries wait for other times than those of the other " +
			"controllers": {Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: one},
		"2 controllers (bucket, queue) have a queue limiter of their own (workqueue.NewX), so their retries wait for other times than those " +
			"of the other controllers": {Verdict: judge.Adhoc, Detail: "workqueue.NewX", Reaches: two},
	})
	messagetest.Run(t, func(c *model.Cause) string { return message(c, "no WithOptions(o.ForControllerRuntime())") }, map[string]*model.Cause{
		"controller bucket ignores main's options (/m/cmd/main.go:86): no WithOptions(o.ForControllerRuntime()); it runs one worker, and an " +
			"object that fails is retried after 5 ms, 10 ms, … up to 1000 s": {
			Verdict: judge.Unset, Detail: detail, Reaches: defaults, Promised: main},
	})
}
