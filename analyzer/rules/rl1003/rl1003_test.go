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
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket runs one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for it nor for the manager":              {Verdict: judge.Unset, Reaches: one},
		"2 controllers (bucket, queue) run one worker, whatever max-reconcile-rate says: MaxConcurrentReconciles is set neither for them nor for the manager": {Verdict: judge.Unset, Reaches: two},
		"controller bucket runs as many workers as flag a and flag b say, none of which is max-reconcile-rate":                                                {Verdict: judge.Flag, Detail: "flag a", Details: []string{"flag a", "flag b"}, Reaches: one},
		"controller bucket runs as many workers as a, b, c and 2 others say, none of which is max-reconcile-rate":                                             {Verdict: judge.Flag, Detail: "a", Details: []string{"a", "b", "c", "d", "e"}, Reaches: one},
		"controller bucket runs as many workers as flag workers says, which is not max-reconcile-rate":                                                        {Verdict: judge.Flag, Detail: "flag workers", Reaches: one},
		"controller bucket runs 1 worker, whatever max-reconcile-rate says":                                                                                   {Verdict: judge.Const, Value: "1", Reaches: one},
		"2 controllers (bucket, queue) run 3 workers, whatever max-reconcile-rate says":                                                                       {Verdict: judge.Const, Value: "3", Reaches: two},
		"controller bucket runs as many workers as the default says, whatever max-reconcile-rate says":                                                        {Verdict: judge.Const, Detail: "the default", Reaches: one},
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
