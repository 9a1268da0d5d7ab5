package judge

import (
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/known"
	"github.com/rllint/rllint/internal/engine/value"
)

// Ineffective is whether what is to limit a client does.
var Ineffective = register(&Attribute{
	Key:    "rate of a client",
	Rule:   "RL5002",
	faults: (*Judge).ineffective,
})

// The verdicts on a setting for the rate of a client.
const (
	Overwrites Verdict = "overwrites" // its default is less than what it is written over
	Idle       Verdict = "idle"       // it reaches no client
)

// ineffective finds the settings for the rates of clients that have no effect, or harm by default.
func (j *Judge) ineffective() []Fault {
	if !j.Program.Main || len(j.Program.Managers)+len(j.Program.Clients) == 0 {
		return nil
	}
	var faults []Fault
	for _, m := range j.Program.Managers {
		if i, lost := j.overwritten(clientLimits.Of(&m.Record)); i != nil {
			faults = append(faults, Fault{Verdict: Overwrites, Name: i.String(), Value: byDefault(i), Detail: lost, Cause: i.At, AtCause: true,
				Controllers: slices.DeleteFunc(j.controllers(), func(rec *host.Controller) bool { return !slices.Contains(rec.Managers, m) })})
		}
	}
	if j.Program.Cut || j.Partial {
		return faults
	}
	for _, i := range j.Program.Inputs() {
		if known.IsClientRateName(i.Name) && !j.Program.Left(i) && !j.limits(i) && !j.limitsClients(i) {
			faults = append(faults, Fault{Verdict: Idle, Name: i.String(), Cause: i.At, AtCause: true, Controllers: j.controllers()})
		}
	}
	return faults
}

// overwritten returns the setting that is written over the QPS of a config, whatever it is, if its default is less than what
// the config had, and what that was.
func (j *Judge) overwritten(l host.ClientLimits) (*host.Input, string) {
	if !l.Whole || len(l.Made) != 1 || !strings.Contains(l.Made[0], ".GetConfig") {
		return nil, ""
	}
	qps := l.QPS
	if !value.IsZero(l.RateLimiter) {
		made := j.Program.LimiterOf(l.RateLimiter)
		if made == nil || len(made.Args) == 0 {
			return nil, ""
		}
		qps = made.Args[0]
	}
	before := j.defaultOf(l.Made[0], value.Place{})
	var input *host.Input
	several, kept := false, false
	value.Each(qps, func(v value.Value) { kept = kept || value.IsZero(v) })
	eachSource(qps, func(v value.Value) {
		i, ok := v.(*host.Input)
		several = several || !ok || input != nil && input != i
		input = i
	})
	if input == nil || several || kept || input.Default == nil {
		return nil, ""
	}
	n, known := number(input.Default)
	if _, written := input.Default.(value.Zero); written {
		n, known = 0, true
	}
	switch {
	case !known || n < 0:
		return nil, ""
	case before.Verdict == Unlimited && n == 0:
		return input, "no limit at all"
	case before.Verdict == Default && n < 20:
		return input, before.Value + " (burst " + before.Burst + ")"
	}
	return nil, ""
}

// limitsClients reports whether a client that is made by hand derives its rate from an input.
func (j *Judge) limitsClients(input *host.Input) bool {
	found := false
	look := func(v value.Value) {
		eachSource(v, func(s value.Value) { found = found || input.SameAs(s) })
	}
	for _, c := range j.Program.Clients {
		look(c.Limits.QPS)
		if !c.Limits.Whole {
			found = true // it may
		}
	}
	for _, m := range j.Program.Managers {
		found = found || !clientLimits.Of(&m.Record).Whole
	}
	return found
}
