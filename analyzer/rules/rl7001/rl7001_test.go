package rl7001

import (
	"testing"

	"github.com/rllint/rllint/internal/development/messagetest"
	"github.com/rllint/rllint/internal/engine/judge"
	"github.com/rllint/rllint/internal/engine/model"
)

func TestMessage(t *testing.T) {
	const passes = ": the filter lets only those pass that change metadata.generation, which the API server does not count for "
	const use = "; use predicate.ResourceVersionChangedPredicate, or compare what the controller reads"
	one := []*model.Controller{{Name: "pool"}}
	messagetest.Run(t, message, map[string]*model.Cause{
		"no update of a Secret reaches controller pool" + passes + "this kind" + use: {Verdict: judge.Unheard, Detail: "Secret", Reaches: one},
		"no update of an Endpoints or Service reaches the controller" + passes + "these kinds" + use: {
			Verdict: judge.Unheeded, Detail: "Endpoints,Service"},
		"of the updates of a Role only those of its metadata reach controller pool: the filter holds back those of its data; " +
			"use predicate.ResourceVersionChangedPredicate if the data counts": {Verdict: judge.Unlabeled, Detail: "Role", Reaches: one},
	})
	const ask = ", whatever else that changes; ask what has changed that the controller acts on, such as metadata.generation, " +
		"instead of what has not"
	messagetest.Run(t, shut, map[string]*model.Cause{
		"this filter holds back each update that changes Status of a Pool" + ask:        {Detail: "example.org/v1.Pool.Status"},
		"this filter holds back each update that changes Spec.Size of an Account" + ask: {Detail: "example.org/v1.Account.Spec .Size .Size"},
		"this filter holds back each update that changes Spec.Size.Max of an Account" + ask: {
			Detail: "example.org/v1.Account.Spec .Size .Size.Max .Size .Size.Max"},
		"": {Detail: "example.org/v1.Pool.Spec .Size .Mode .Size"},
	})
	messagetest.Run(t, shut, map[string]*model.Cause{"": {Detail: "example.org/v1.Pool.Spec .Mode .ModeOf"}})
}
