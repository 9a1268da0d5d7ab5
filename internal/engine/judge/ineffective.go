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
	Bypassed   Verdict = "bypassed"   // a client that the workers use is made without it, and others with it
	Unreached  Verdict = "unreached"  // a client that the workers use is made without it, as is any that is followed
	Doubled    Verdict = "doubled"    // the flag for the burst sets the same variable
)

// ineffective finds the settings for the rates of clients that have no effect, or harm by default.
func (j *Judge) ineffective() []Fault {
	if !j.Program.Main || len(j.Program.Managers)+len(j.Program.Clients) == 0 {
		return nil
	}
	var faults []Fault
	for _, m := range j.Program.Managers {
		if i, lost := j.overwritten(m.Limits); i != nil {
			faults = append(faults, Fault{Verdict: Overwrites, Name: i.String(), Value: byDefault(i), Detail: lost, Cause: i.At, AtCause: true,
				Controllers: j.controllersOf(m)})
		}
	}
	for _, i := range j.Program.Inputs() {
		if i.Beside != nil && isOwnRate(i.Beside) && strings.HasSuffix(i.Name, "burst") {
			faults = append(faults, Fault{Verdict: Doubled, Name: i.String(), Detail: i.Beside.String(), Cause: i.At, AtCause: true,
				Controllers: j.controllers()})
		}
	}
	bypassed := j.bypassed()
	faults = append(faults, bypassed...)
	if j.Program.Unread {
		return faults
	}
	for _, i := range j.Program.Inputs() {
		if slices.ContainsFunc(bypassed, func(f Fault) bool { return f.Name == i.String() }) {
			continue
		}
		if isOwnRate(i) && !j.Program.Left(i) && !j.limits(i) && !j.limitsClients(i) && !j.isDefault(i) {
			f := Fault{Verdict: Idle, Name: i.String(), Cause: i.At, AtCause: true, Controllers: j.controllers()}
			if i.At.Package() != j.pkg.Path {
				f.Detail = j.pkg.Path // other programs may have the flag too, and a use for it
			}
			faults = append(faults, f)
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
	qps, _, followed := j.ratesOfClient(l)
	if !followed {
		return nil, ""
	}
	before := j.defaultOf(l.Made[0], value.Place{})
	var input *host.Input
	several := false
	eachSource(qps, func(v value.Value) {
		i, ok := v.(*host.Input)
		several = several || !ok || input != nil && input != i
		input = i
	})
	if input == nil || several || value.Some(qps, value.IsZero) || input.Default == nil {
		return nil, ""
	}
	switch n, known := number(input.Default); {
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
	return slices.ContainsFunc(j.Program.Clients, func(c *host.Client) bool {
		return anySource(c.Limits.QPS, input.SameAs) || !j.followed(c.Limits) || j.filled(c) // or it may
	}) || slices.ContainsFunc(j.Program.Managers, func(m *host.Manager) bool { return !j.followed(m.Limits) })
}

// followed reports whether all that limits a client is known, its own limiter included.
func (j *Judge) followed(l host.ClientLimits) bool {
	_, _, ok := j.ratesOfClient(l)
	return l.Whole && (ok || l.Free)
}

// filled reports whether the rate of a client is not known, or is a setting that code which is not read fills: it may take it from any
// flag.
func (j *Judge) filled(c *host.Client) bool {
	read := anySource(c.Limits.QPS, func(v value.Value) bool {
		_, is := v.(*host.Input)
		return is
	})
	verdict := j.requestsOf(c.Limits, c.At).Verdict
	return !read && (verdict == Flag || verdict == Unknown)
}

// bypassed finds the clients of workers that are made of a rest.Config as the library returns it, although the program has a
// setting for the rate of its client, which other clients take theirs from or none that is followed does.
func (j *Judge) bypassed() []Fault {
	var setting *host.Input
	for _, i := range j.Program.Inputs() {
		switch {
		case !isOwnRate(i):
		case setting != nil:
			return nil // which one is meant for a client is not known
		default:
			setting = i
		}
	}
	if setting == nil {
		return nil
	}
	reaches := j.limits(setting) || slices.ContainsFunc(j.Program.Clients, func(c *host.Client) bool { return setting.SameAs(c.Limits.QPS) })
	if !reaches && (j.Program.Unread || slices.ContainsFunc(j.Program.Clients, func(c *host.Client) bool { return !j.followed(c.Limits) })) {
		return nil // it may reach one that is not followed
	}
	var faults []Fault
	for _, c := range j.Program.Clients {
		q := j.requestsOf(c.Limits, c.Config)
		made := c.Limits.MadeAt
		if q.Verdict != Default || !made.Pos.IsValid() || made.Pos.InDependency() || !j.works(c) || otherCommand(setting.At, made) {
			continue
		}
		cause := where(c.Config, made)
		if slices.ContainsFunc(faults, func(f Fault) bool { return f.Cause.Pos == cause.Pos }) {
			continue
		}
		verdict := Bypassed
		if !reaches {
			verdict = Unreached
		}
		faults = append(faults, Fault{Verdict: verdict, Name: setting.String(), Value: q.Value + " requests a second (burst " + q.Burst + ")",
			Detail: q.Detail,
			Cause:  cause, AtCause: true, Others: []value.Place{c.At}})
	}
	return faults
}

// isOwnRate reports whether an input is one of the program's own for the rate of its clients. What a library reads may be for
// the library's programs.
func isOwnRate(i *host.Input) bool {
	return known.IsClientRateName(i.Name) && !i.At.Pos.InDependency()
}

// works reports whether workers may have a client. One that none has is of another command of the program, or starts it.
func (j *Judge) works(c *host.Client) bool {
	if len(j.Program.Managers) > 0 {
		return c.Held
	}
	known := false
	for _, q := range j.Program.OwnQueues() {
		for _, held := range q.Clients {
			known = true
			if held.At.Pos == c.Config.Pos {
				return true
			}
		}
	}
	return !known && len(j.Program.Clients) == 1
}

// isDefault reports whether an input is what another is by default, as a flag whose default comes from the environment.
func (j *Judge) isDefault(input *host.Input) bool {
	return slices.ContainsFunc(j.Program.Inputs(), func(other *host.Input) bool { return anySource(other.Default, input.SameAs) })
}

// where returns where, in the function that made a config, it was copied last, or where that made it.
func where(copied, made value.Place) value.Place {
	for p := copied; p.Node != nil; p = p.Node.Call() {
		if p.Node == made.Node {
			return p
		}
	}
	return made
}
