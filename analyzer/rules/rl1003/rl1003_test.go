package rl1003

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	two := append(one, &model.Controller{Name: "queue"})
	alone := map[*judge.Attribute]model.Limit{judge.Limiter: {Verdict: judge.Unset}, judge.Concurrency: {Verdict: judge.Unset}}
	defaults := []*model.Controller{{Name: "bucket", Limits: alone}, {Name: "queue", Limits: alone}}
	rate := model.Promised{Rate: "--max-reconcile-rate", RateAt: model.Site{File: "/m/cmd/main.go", Line: 40},
		Options: []model.Site{{File: "/m/cmd/main.go", Line: 86}}}
	messagetest.Run(t, func(c *model.Cause) string { return message(c, "") }, map[string]*model.Cause{
		"controller bucket runs one worker, whatever the program's rate says: MaxConcurrentReconciles is set neither for it nor for the manager": {Verdict: judge.Unset, Reaches: one},
		"2 controllers (bucket, queue) run one worker each, whatever --max-reconcile-rate (/m/cmd/main.go:40) says: MaxConcurrentReconciles " +
			"is set neither for them nor for the manager": {Verdict: judge.Unset, Reaches: two, Promised: rate},
		"2 controllers (bucket, queue) do not get main's options (/m/cmd/main.go:86) and run one worker each, whatever --max-reconcile-rate says": {Verdict: judge.Unset, Reaches: defaults, Promised: rate},
		"controller bucket runs as many workers as flag a and flag b say, and --max-reconcile-rate changes none of them":                          {Verdict: judge.Flag, Detail: "flag a", Details: []string{"flag a", "flag b"}, Reaches: one, Promised: rate},
		"controller bucket runs as many workers as a, b, c and 2 others say, and the program's rate changes none of them":                         {Verdict: judge.Flag, Detail: "a", Details: []string{"a", "b", "c", "d", "e"}, Reaches: one},
		"controller bucket runs as many workers as flag workers says, whatever the program's rate says":                                           {Verdict: judge.Flag, Detail: "flag workers", Reaches: one},
		"controller bucket runs 1 worker, written as a constant: raising --max-reconcile-rate (/m/cmd/main.go:40) starts no more":                 {Verdict: judge.Const, Value: "1", Reaches: one, Promised: rate},
		"2 controllers (bucket, queue) run 3 workers each, written as a constant: raising the program's rate starts no more":                      {Verdict: judge.Const, Value: "3", Reaches: two},
		"controller bucket runs as many workers as the default says, written as a constant: raising the program's rate starts no more":            {Verdict: judge.Const, Detail: "the default", Reaches: one},
	})
	messagetest.Run(t, func(c *model.Cause) string { return message(c, "no WithOptions(o.ForControllerRuntime())") }, map[string]*model.Cause{
		"2 controllers (bucket, queue) ignore main's options (/m/cmd/main.go:86) and run one worker each, whatever --max-reconcile-rate says: " +
			"no WithOptions(o.ForControllerRuntime())": {
			Verdict: judge.Unset, Reaches: defaults, Promised: rate},
	})
}

func TestMessageWithoutEffect(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	two := append(one, &model.Controller{Name: "queue"})
	messagetest.Run(t, withoutEffect, map[string]*model.Cause{
		"controller bucket runs one worker: flag workers, which sets the number of workers of topic, does not reach it":       {Verdict: judge.LeftOut, Name: "flag workers", Detail: "topic", Reaches: one},
		"2 controllers (bucket, queue) run one worker: flag workers, which sets the number of workers, does not reach them":   {Verdict: judge.LeftOut, Name: "flag workers", Reaches: two},
		"controller bucket runs 2 workers: flag concurrent-bucket-syncs, which the manager has for its kind, changes nothing": {Verdict: judge.Hides, Name: "flag concurrent-bucket-syncs", Value: "2", Reaches: one},
	})
}

// Another flag is a decision that the program's authors have made.
func TestLevels(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	for verdict, note := range map[judge.Verdict]bool{judge.Flag: true, judge.Const: false, judge.Unset: false} {
		c := &model.Cause{Verdict: verdict, Reaches: one}
		if message(c, ""); c.Note != note {
			t.Errorf("%s is a note: %v, want %v", verdict, c.Note, note)
		}
	}
}
