package rl3001

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
			model.Cause{Detail: "its burst is 0: it lets nothing through", Reaches: one},
			"this limiter of controller bucket cannot work: its burst is 0: it lets nothing through",
		},
		{
			model.Cause{Detail: "its burst is 0: it lets nothing through", Reaches: two},
			"this limiter of 2 controllers (bucket, queue) cannot work: its burst is 0: it lets nothing through",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
