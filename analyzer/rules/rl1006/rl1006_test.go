package rl1006

import (
	"testing"

	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	for _, test := range []struct {
		cause model.Cause
		want  string
	}{
		{
			model.Cause{Value: "2", Name: "max-reconcile-rate", Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}}},
			"this is one of 2 global limiters made from max-reconcile-rate, each asked by other controllers: together they let 2 times the rate through (see main.go:7)",
		},
		{
			model.Cause{Value: "3", Name: "max-reconcile-rate", Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}, {File: "/m/setup.go", Line: 9}}},
			"this is one of 3 global limiters made from max-reconcile-rate, each asked by other controllers: together they let 3 times the rate through (see main.go:7, setup.go:9)",
		},
	} {
		if got := message(&test.cause); got != test.want {
			t.Errorf("the message is\n%s\nwant\n%s", got, test.want)
		}
	}
}
