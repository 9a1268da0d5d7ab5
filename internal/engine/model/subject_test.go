package model

import (
	"strings"
	"testing"

	"github.com/rllint/rllint/internal/engine/judge"
)

func TestSubject(t *testing.T) {
	of := func(titles ...string) *Cause {
		c := new(Cause)
		for _, title := range titles {
			c.Reaches = append(c.Reaches, &Controller{Name: title})
		}
		return c
	}
	tests := []struct {
		cause         *Cause
		subject, verb string
	}{
		{of("bucket"), "controller bucket", "is"},
		{of(""), "this controller", "is"},
		{of("", ""), "2 controllers", "are"},
		{of("a", "b", "c"), "3 controllers (a, b, c)", "are"},
		{of("a", "", "c"), "3 controllers (a, c, …)", "are"},
		{of("a", "b", "c", "d"), "4 controllers (a, b, c, …)", "are"},
		{&Cause{Reaches: []*Controller{{Function: "m.Add"}}}, "each controller that m.Add makes", "is"},
		{&Cause{Reaches: []*Controller{{Function: "main.add", Main: "m"}}}, "the controller that main.add makes", "is"},
		{&Cause{Reaches: []*Controller{{Function: "m.Add"}, {Function: "m.Add"}}}, "2 controllers that m.Add makes", "are"},
		{&Cause{Reaches: []*Controller{{Function: "m.Add"}, {Function: "m.Join"}}}, "2 controllers", "are"},
		{&Cause{Reaches: []*Controller{{Name: "a", Site: Site{File: "/m/one/a.go", Line: 3}}, {Name: "b"}, {Name: "a", Site: Site{File: "/m/two/a.go",
			Line: 4}}}}, "3 controllers (a at one/a.go:3, b, a at two/a.go:4)", "are"},
		{&Cause{Reaches: []*Controller{{Name: "a", Site: Site{File: "/m/one/of/a.go", Line: 3}}, {Name: "a", Site: Site{File: "/m/two/of/a.go",
			Line: 3}}}}, "2 controllers (a at one/of/a.go:3, a at two/of/a.go:3)", "are"},
		{&Cause{Reaches: []*Controller{{For: "v1.Pod"}}}, "controller v1.Pod", "is"},
		{&Cause{Reaches: []*Controller{{Name: "pods", For: "v1.Pod"}}}, "controller pods", "is"},
	}
	for _, test := range tests {
		if got := test.cause.Subject(); got != test.subject {
			t.Errorf("subject %q, want %q", got, test.subject)
		}
		if got := test.cause.Verb("is", "are"); got != test.verb {
			t.Errorf("%s: %s, want %s", test.subject, got, test.verb)
		}
	}
}

// The priority queue is the default from v0.23 on, and with it goes the bucket.
func TestQueueDefault(t *testing.T) {
	for version, want := range map[string]string{
		"v0.14.7":                               "a bucket of 10 a second (burst 100) for each controller",
		"v0.22.9":                               "a bucket of 10 a second (burst 100) for each controller",
		"v0.23.0":                               "nothing limits the retries of all objects together",
		"v0.25.0-alpha.1":                       "nothing limits the retries of all objects together",
		"v0.25.1-0.20260101000000-abcdef012345": "nothing limits the retries of all objects together",
		"":                                      "up to 1000 s",
		"v1.0.0":                                "up to 1000 s",
		"vendor":                                "up to 1000 s",
		"v0":                                    "up to 1000 s",
	} {
		c := &Controller{Version: version}
		if got := c.QueueDefault(); !strings.Contains(got, want) {
			t.Errorf("version %q: %q, want %q in it", version, got, want)
		}
	}
	const bucket, none = "and only a bucket of 10 a second (burst 100)", "and nothing limits the retries of all objects together"
	for want, queue := range map[string]Limit{
		"with controller-runtime v0.25.2 an object that fails": {Verdict: judge.Priority},
		none:                                {Verdict: judge.Priority},
		"and by default nothing limits the": {Verdict: judge.Unknown},
		"since UsePriorityQueue is false an obj": {Verdict: judge.FirstCome, Detail: "UsePriorityQueue is false",
			At: Site{File: "/m/main.go", Line: 3}},
		bucket: {Verdict: judge.FirstCome, Detail: "UsePriorityQueue is false",
			At: Site{File: "/m/main.go", Line: 3}},
	} {
		c := &Controller{Version: "v0.25.2", Limits: map[*judge.Attribute]Limit{judge.QueueKind: queue}}
		if got := c.QueueDefault(); !strings.Contains(got, want) {
			t.Errorf("%+v: %q, want %q in it", queue, got, want)
		}
	}
}
