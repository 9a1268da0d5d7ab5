package judge

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/rllint/rllint/internal/engine/code"
	"github.com/rllint/rllint/internal/engine/host"
	"github.com/rllint/rllint/internal/engine/symbol"
	"github.com/rllint/rllint/internal/engine/value"
)

// Jitter is whether chance is part of the intervals after which the controllers of a program poll.
var Jitter = register(&Attribute{
	Key:    "jitter",
	Rule:   "RL2005",
	faults: (*Judge).unjittered,
})

// InStep says that objects are polled in step.
const InStep Verdict = "in step"

// unjittered returns one fault for the controllers that poll after the time of a setting alone. It names the setting of most.
func (j *Judge) unjittered() []Fault {
	if !j.Program.Main || j.Program.Cut {
		return nil
	}
	var recs []*host.Controller
	uses := make(map[string]int) // controllers of a setting
	var most Judgement
	for _, rec := range distinct(j.controllers()) {
		p := j.Of(Poll, rec)
		if p.Verdict != Flag || p.Jitter != "no" {
			continue
		}
		recs = append(recs, rec)
		if uses[p.Detail]++; uses[p.Detail] > uses[most.Detail] {
			most = p
		}
	}
	if uses[most.Detail] < 2 {
		return nil // it may be one that waits for something of its own
	}
	cause := recs[0].Site
	if managers := j.managersOf(recs); len(managers) > 0 {
		cause = managers[0]
	}
	setting, _, _ := strings.Cut(most.Detail, " (")
	value := most.Value
	if slices.ContainsFunc(recs, func(rec *host.Controller) bool { return j.Of(Poll, rec).Value != value }) {
		value = ""
	}
	return []Fault{{Verdict: InStep, Cause: cause, AtCause: true, Controllers: recs, Detail: setting, Value: value, Delays: j.delaysOf(recs)}}
}

// delaysOf returns where the delays of controllers are written that a setting decides, each once. Of a dependency's, and of those that
// other controllers have too, which may spread them already, the place that sets up the controller stands for them.
func (j *Judge) delaysOf(recs []*host.Controller) []Delay {
	list := distinct(j.controllers())
	others := make(map[code.Pos]bool)
	for _, rec := range list {
		for _, d := range chainOf.Of(&rec.Record).Delays {
			others[d.At.Pos] = others[d.At.Pos] || !slices.Contains(recs, rec)
		}
	}
	isSet := func(v value.Value) bool { _, ok := v.(*host.Input); return ok }
	var delays []Delay
	for _, rec := range recs {
		for _, d := range chainOf.Of(&rec.Record).Delays {
			out := Delay{At: d.At.Pos.Place}
			if d.At.Pos.InDependency() || others[d.At.Pos] {
				out = j.options(j.ReconcilerOf(rec))
				out.At = ownPlace(rec, list).Pos.Place
			}
			if anySource(d.Value, isSet) && !slices.ContainsFunc(delays, func(other Delay) bool { return other.At == out.At }) {
				delays = append(delays, out)
			}
		}
	}
	return delays
}

// options returns what the package of a reconciler offers for its polls: of two functions of one type that take a duration, one with
// Interval and the only one with Jitter in its name.
func (j *Judge) options(reconciler symbol.Name) Delay {
	out := Delay{Package: reconciler.Package(), Jitter: make(map[string]string), Lists: make(map[string]int)}
	pkg := j.pkg.PackageOf(reconciler)
	if pkg == nil {
		return out
	}
	jitter := make(map[string][]string) // by what they return
	for sym, f := range pkg.Funcs {
		name := sym.Declared()
		if sym.IsMethod() || !token.IsExported(name) || sym.Anonymous() || len(f.ResultTypes) != 1 {
			continue
		}
		switch takes := slices.Equal(f.ParamTypes, []string{"time.Duration"}); {
		case f.Variadic:
			out.Lists[name] = f.Params - 1
		case takes && strings.Contains(name, "Jitter"):
			jitter[f.ResultTypes[0]] = append(jitter[f.ResultTypes[0]], name)
		case takes && strings.Contains(name, "Interval"):
			out.Jitter[name] = f.ResultTypes[0]
		}
	}
	maps.DeleteFunc(out.Jitter, func(_, result string) bool { return len(jitter[result]) != 1 })
	for name, result := range out.Jitter {
		out.Jitter[name] = jitter[result][0]
	}
	return out
}
