package rl1006

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	messagetest.Run(t, message, map[string]*model.Cause{
		"this is one of 2 global limiters made from max-reconcile-rate, each asked by other controllers: together they let 2 times the rate through (see main.go:7)":             {Value: "2", Name: "max-reconcile-rate", Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}}},
		"this is one of 3 global limiters made from max-reconcile-rate, each asked by other controllers: together they let 3 times the rate through (see main.go:7, setup.go:9)": {Value: "3", Name: "max-reconcile-rate", Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}, {File: "/m/setup.go", Line: 9}}},
	})
}
