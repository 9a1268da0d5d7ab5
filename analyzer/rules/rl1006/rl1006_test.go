package rl1006

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket"}}
	rate := model.Promised{Rate: "--max-reconcile-rate"}
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket asks this limiter and others ask the one made at /m/cmd/main.go:7, all from --max-reconcile-rate: together they " +
			"let 2 times the rate through": {Value: "2", Name: "max-reconcile-rate", Promised: rate, Reaches: one,
			Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}}},
		"controller bucket asks this limiter and others ask the ones made at /m/cmd/main.go:7 and /m/setup.go:9, all from RATE: together they " +
			"let 3 times the rate through": {Value: "3", Name: "RATE", Reaches: one,
			Others: []model.Site{{File: "/m/cmd/main.go", Line: 7}, {File: "/m/setup.go", Line: 9}}},
	})
}
