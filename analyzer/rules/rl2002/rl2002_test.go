package rl2002

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	one := []*model.Controller{{Name: "bucket", Version: "v0.25.2"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"controller bucket has the name of another controller of the manager (see /m/setup.go:9): controller-runtime v0.25.2 refuses the " +
			"second, and its set-up returns an error; Named gives a controller a name of its own": {Verdict: judge.Namesake, Reaches: one,
			Others: []model.Site{{File: "/m/setup.go", Line: 9}}},
		"controller bucket has the name of another controller of the manager: controller-runtime v0.25.2 refuses the second, unless " +
			"SkipNameValidation is set; Named gives a controller a name of its own": {Verdict: judge.Namesake, Value: judge.OpenNames, Reaches: one},
		"controller bucket is set up twice for one manager (see /m/setup.go:9): controller-runtime v0.25.2 refuses the second, and the " +
			"program ends while it starts": {Reaches: one, Others: []model.Site{{File: "/m/setup.go", Line: 9}}},
		"controller bucket is set up twice for one manager: both run, since /m/main.go:89 sets SkipNameValidation, and reconcile the same " +
			"objects at the same time": {Reaches: one, Value: judge.Skipped, By: model.Site{File: "/m/main.go", Line: 89}},
		"controller bucket is set up twice for one manager: both run, since SkipNameValidation is set, and reconcile the same objects at the " +
			"same time": {Reaches: one, Value: judge.Skipped},
		"controller bucket is set up twice for one manager: controller-runtime v0.25.2 refuses the second, unless SkipNameValidation is set: " +
			"then both run, and reconcile the same objects at the same time": {Reaches: one, Value: judge.OpenNames},
		"controller bucket is set up twice for one manager: both run, and reconcile the same objects at the same time": {Reaches: []*model.Controller{{Name: "bucket", Version: "v0.18.3"}}},
	})
}
