package rl2004

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Detail: "the number of workers that 5 of 6 take from flag reconcile-concurrency", Reaches: one},
			"controller bucket is not given the number of workers that 5 of 6 take from flag reconcile-concurrency, and sets nothing of its own",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
